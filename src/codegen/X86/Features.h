// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_X86_FEATURES_H
#define LLBC_CODEGEN_X86_FEATURES_H

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

namespace llbc::x86 {

/// Compiles \p function for \p machine's processor, but with all instructions
/// that its own attributes allow: its code may depend on them, behind a test at
/// run time. Where \p isChosen is false nobody named a processor, and the
/// function's own is the one.
void settleFeatures(llvm::Function &function,
                    const llvm::TargetMachine &machine, bool isChosen);

} // namespace llbc::x86

#endif // LLBC_CODEGEN_X86_FEATURES_H
