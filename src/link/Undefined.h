// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_UNDEFINED_H
#define LLBC_LINK_UNDEFINED_H

#include "link/LiveSet.h"

#include <functional>

namespace llbc {

/// How a link treats what nothing defines.
struct UndefinedPolicy {
  bool allow = false;                     ///< Warn only.
  std::string cure = "--allow-undefined"; ///< The option that allows them.
  /// Tells the names that the target's driver or runtime defines.
  std::function<bool(llvm::StringRef)> isProvided;
  /// Notes on where a name usually comes from.
  std::function<std::vector<std::string>(llvm::StringRef)> originNotes;
};

/// Reports the symbols of \p undefined that \p module still uses: a reference
/// that the optimiser removed does not count, as in other linkers.
void reportUndefined(llvm::ArrayRef<UndefinedSymbol> undefined,
                     const llvm::Module &module, const UndefinedPolicy &policy,
                     Diagnostics &diag);

/// Reports what the native objects and the module assembly of \p resolution
/// refer to and nothing defines.
void reportUndefinedInObjects(const Resolution &resolution,
                              const UndefinedPolicy &policy, Diagnostics &diag);

/// Likewise for \p names that generated code refers to and no module does.
void reportUndefinedInCode(llvm::ArrayRef<llvm::StringRef> names,
                           const UndefinedPolicy &policy, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_LINK_UNDEFINED_H
