// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mathematical functions on GPUs: names of C's library and LLVM's intrinsics
// become calls of the vendor's library, which has no such names.

#ifndef LLBC_CODEGEN_MATHLIBRARY_H
#define LLBC_CODEGEN_MATHLIBRARY_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace llbc {

/// How well a code generator computes a function without a library.
enum class MathSupport {
  None,    ///< It cannot.
  Inexact, ///< With a larger error than the vendor's compiler allows.
  Exact,   ///< As the vendor's compiler would.
};

/// A vendor's library. Functions are called as in C, in double precision:
/// "sin", "pow".
class MathLibrary {
public:
  virtual ~MathLibrary() = default;

  /// The symbol that computes \p function for float or else for double; with
  /// \p fast its less exact variant, if there is one. "" if there is none.
  virtual std::string symbol(llvm::StringRef function, bool isFloat,
                             bool fast) const = 0;

  /// The address space of pointers through which a function returns a value.
  virtual unsigned resultAddressSpace() const = 0;

  /// Whether a function like C's sincos returns its first result; else all of
  /// them go through pointers.
  virtual bool returnsFirstResult() const = 0;

  /// How well the code generator does \p function for \p type, a scalar; \p
  /// approximate: the code allows approximations (`afn`).
  virtual MathSupport support(llvm::StringRef function, const llvm::Type &type,
                              bool approximate) const = 0;
};

/// Whether \p name is a function of C's mathematical library that \p library
/// has.
bool isMathFunction(llvm::StringRef name, const MathLibrary &library);

/// The symbols of \p library that mapMath may use for a function of C's library
/// or an intrinsic called \p name.
std::vector<std::string> mathSymbols(llvm::StringRef name,
                                     const MathLibrary &library, bool fast);

/// Functions of C's library that \p module defines as a fallback, for where
/// there is none: Rust's compiler_builtins does, in software. \p isFallback
/// judges names.
std::vector<llvm::Function *>
findFallbacks(llvm::Module &module, const MathLibrary &library,
              llvm::function_ref<bool(llvm::StringRef)> isFallback);

/// Whether \p module needs \p library itself to be exact: calls one of the
/// functions of C's library that \p undefined lists, or an intrinsic. Functions
/// that an intrinsic does exactly do not count.
bool needsMathLibrary(const llvm::Module &module, const MathLibrary &library,
                      const llvm::StringSet<> &undefined);

/// Defines the functions of C's library that \p undefined lists, and replaces
/// the intrinsics and remainders that the code generator does not do exactly,
/// by calls of \p library and by what it does exactly. With \p isThere false
/// only what needs no library is done, or one function of it that \p module
/// defines. \p fast as in MathLibrary::symbol. Returns the library's symbols
/// that \p module defines as something else.
llvm::StringSet<> mapMath(llvm::Module &module, const MathLibrary &library,
                          const llvm::StringSet<> &undefined, bool isThere,
                          bool fast);

/// An operation that is left although the code generator does it inexactly or
/// not at all.
struct UnmappedMath {
  const llvm::Instruction *operation = nullptr; ///< The first of its kind.
  std::string name;                             ///< Such as "llvm.sin.f64".
  MathSupport support = MathSupport::None;
};

/// One for each kind of operation of \p module that \p library could do.
std::vector<UnmappedMath> findUnmappedMath(const llvm::Module &module,
                                           const MathLibrary &library);

} // namespace llbc

#endif // LLBC_CODEGEN_MATHLIBRARY_H
