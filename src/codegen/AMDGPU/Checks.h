// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_AMDGPU_CHECKS_H
#define LLBC_CODEGEN_AMDGPU_CHECKS_H

#include "report/DefinitionReport.h"

#include "llvm/IR/Module.h"

namespace llbc::amdgpu {

/// Reports what of \p module AMD GPUs cannot do and LLVM dies of, or reports
/// without a name.
void checkModule(const llvm::Module &module, const DefinitionReport &report);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_CHECKS_H
