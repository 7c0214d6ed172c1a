// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_DEBUG_H
#define LLBC_CODEGEN_DEBUG_H

#include "llbc/Config.h"

#include "llvm/IR/Module.h"

namespace llbc {

/// Reduces the debug information of \p module to \p level, before optimisation
/// so that what is dropped costs nothing. No level keeps name tables
/// (.debug_gnu_pubnames).
void applyDebugLevel(llvm::Module &module, DebugLevel level);

} // namespace llbc

#endif // LLBC_CODEGEN_DEBUG_H
