// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_AMDGPU_SMALLDIVISION_H
#define LLBC_CODEGEN_AMDGPU_SMALLDIVISION_H

#include "llvm/IR/Module.h"
#include "llvm/Support/CodeGen.h"

namespace llbc::amdgpu {

/// Makes divisions of integers below 32 bits divisions of 32 bits, in functions
/// whose code LLVM does not optimise at \p level. There it joins a quotient and
/// a remainder of 8 or 16 bits into one operation and finds no instruction for
/// it; its optimiser takes all of them apart.
void widenSmallDivisions(llvm::Module &module, llvm::CodeGenOptLevel level);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_SMALLDIVISION_H
