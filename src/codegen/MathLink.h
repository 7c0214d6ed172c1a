// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What linking a vendor's mathematical library has in common, whoever the
// vendor is.

#ifndef LLBC_CODEGEN_MATHLINK_H
#define LLBC_CODEGEN_MATHLINK_H

#include "codegen/MathLibrary.h"
#include "codegen/Target.h"

namespace llbc {

/// One module on its way to a library. Member functions are called in order.
class MathLink {
public:
  /// All must outlive the link. Above -O0, \p module is simplified first where
  /// it calls mathematical intrinsics: a square needs no library.
  MathLink(llvm::Module &module, const MathLibrary &library,
           const ImageSetting &setting, Diagnostics &diag);

  /// Whether \p module needs the library, but for its fallbacks.
  bool needsLibrary() const;

  /// Whether \p module has functions that the library would do better.
  bool hasFallbacks() const;

  /// Maps mathematics to the library, as far as it \p isThere.
  void map(bool isThere);

  /// Links what is needed of the library's file \p path.
  void take(const std::string &path, LinkedLibraries &linked);

  /// What the library, known as \p name, should define and does not.
  std::vector<UndefinedSymbol> undefinedIn(llvm::StringRef name) const;

private:
  /// Whether the library takes the place of \p fallback, not an intrinsic.
  bool isLibrarys(const llvm::Function &fallback) const;

  llvm::Module &module;
  const MathLibrary &library;
  const ImageSetting &setting;
  Diagnostics &diag;
  llvm::StringSet<> undefined; ///< Nothing in the inputs defines these.
  llvm::StringSet<> declared;  ///< All that is only declared at first.
  std::vector<llvm::Function *> fallbacks;
};

/// What messages call a device and its library.
struct MathNames {
  llvm::StringLiteral device;
  llvm::StringLiteral library;
};

/// A note on \p symbol, which is undefined; "" if it is none of \p library,
/// whose own symbols begin with one of \p prefixes.
std::string mathHint(llvm::StringRef symbol, bool isLibraryThere,
                     const MathLibrary &library,
                     llvm::ArrayRef<llvm::StringRef> prefixes,
                     const MathNames &names);

/// Reports what of the mathematics in \p module needs \p library, where that is
/// missing: errors for what the code generator cannot do, warnings for what it
/// does inexactly.
void reportUnmappedMath(const llvm::Module &module, const MathLibrary &library,
                        const ImageSetting &setting, const MathNames &names,
                        Diagnostics &diag);

} // namespace llbc

#endif // LLBC_CODEGEN_MATHLINK_H
