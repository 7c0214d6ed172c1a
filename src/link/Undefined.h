// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_UNDEFINED_H
#define LLBC_LINK_UNDEFINED_H

#include "link/LiveSet.h"

namespace llbc {

/// Reports the symbols of \p undefined that \p module still uses: a reference
/// that the optimiser removed does not count, as in other linkers. With
/// \p allow they are warnings. \p isProvided tells the names that the target's
/// driver or runtime defines.
void reportUndefined(llvm::ArrayRef<UndefinedSymbol> undefined,
                     const llvm::Module &module, bool allow,
                     llvm::function_ref<bool(llvm::StringRef)> isProvided,
                     Diagnostics &diag);

} // namespace llbc

#endif // LLBC_LINK_UNDEFINED_H
