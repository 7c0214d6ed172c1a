// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code that takes the place of a mathematical function.

#ifndef LLBC_CODEGEN_MATHWRITER_H
#define LLBC_CODEGEN_MATHWRITER_H

#include "codegen/MathFunctions.h"
#include "codegen/MathLibrary.h"

#include "llvm/IR/IRBuilder.h"

namespace llbc {

/// A signature of MathFunctions.h for one precision.
struct MathTypes {
  MathTypes(llvm::StringRef signature, llvm::Type &precision);

  /// Whether a declaration of \p type is one of the function.
  bool match(const llvm::FunctionType &type) const;

  llvm::Type *returned = nullptr;
  llvm::SmallVector<llvm::Type *, 3> values;
  llvm::SmallVector<llvm::Type *, 2> results; ///< What pointers receive.
};

/// The precision in which a library computes for \p scalar; null if it cannot.
llvm::Type *computedIn(llvm::Type &scalar);

/// The definition of C's \p function in \p module that users made: one that is
/// strong. Null if there is none.
llvm::Function *findOwnDefinition(const llvm::Module &module,
                                  const MathFunction &function, bool isFloat);

/// Writes the code for functions, in one precision at a time.
class MathWriter {
public:
  /// \p fast as in MathLibrary::symbol.
  MathWriter(llvm::Module &module, const MathLibrary &library, bool fast)
      : module(module), library(library), fast(fast) {}

  /// The results of \p function of \p arguments, all in \p precision: what it
  /// returns, then what goes through pointers.
  llvm::SmallVector<llvm::Value *, 2>
  compute(llvm::IRBuilder<> &builder, const MathFunction &function,
          llvm::Type &precision, llvm::ArrayRef<llvm::Value *> arguments,
          bool approximate);

  /// Symbols of the library that the module defines as something else.
  llvm::StringSet<> takeConflicts() { return std::move(conflicts); }

private:
  llvm::SmallVector<llvm::Value *, 2>
  callLibrary(llvm::IRBuilder<> &builder, const MathFunction &function,
              llvm::Type &precision, llvm::ArrayRef<llvm::Value *> arguments,
              bool approximate);
  llvm::Function *declare(llvm::StringRef name, llvm::FunctionType *type);
  llvm::AllocaInst *makePlace(llvm::IRBuilder<> &builder, llvm::Type &type,
                              unsigned addressSpace);

  llvm::Module &module;
  const MathLibrary &library;
  bool fast;
  llvm::StringSet<> conflicts;
};

} // namespace llbc

#endif // LLBC_CODEGEN_MATHWRITER_H
