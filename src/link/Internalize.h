// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_INTERNALIZE_H
#define LLBC_LINK_INTERNALIZE_H

#include "link/Resolve.h"

#include "llvm/IR/Module.h"

namespace llbc {

/// Stage 5: kernels, exports and the members of llvm.used become strong,
/// visible definitions; every other definition becomes internal. Weak
/// references that nothing defines become null. After it, names are not
/// resolved any more.
void internalize(llvm::Module &module, const Resolution &resolution);

} // namespace llbc

#endif // LLBC_LINK_INTERNALIZE_H
