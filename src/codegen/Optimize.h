// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_OPTIMIZE_H
#define LLBC_CODEGEN_OPTIMIZE_H

#include "llbc/Config.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace llbc {

/// Stage 6: optimises the whole program, which must be internalised, with the
/// passes that \p machine adds: LLVM's link-time pipeline for what front ends
/// have optimised module by module, its default pipeline for the rest and at
/// -O1. Then removes what is dead, at -O0 too.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              OptLevel level);

/// Simplifies each function of \p module that \p selects picks, by itself.
void simplify(llvm::Module &module,
              llvm::function_ref<bool(const llvm::Function &)> selects);

/// Removes what nothing visible reaches.
void dropDeadCode(llvm::Module &module);

} // namespace llbc

#endif // LLBC_CODEGEN_OPTIMIZE_H
