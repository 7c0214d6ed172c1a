// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_OPTIMIZE_H
#define LLBC_CODEGEN_OPTIMIZE_H

#include "llbc/Config.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace llbc {

/// Stage 6: LLVM's default pipeline for \p level on the whole program, with the
/// passes that \p machine adds, then removal of what is dead. The module must
/// be internalised.
void optimize(llvm::Module &module, llvm::TargetMachine &machine,
              OptLevel level);

} // namespace llbc

#endif // LLBC_CODEGEN_OPTIMIZE_H
