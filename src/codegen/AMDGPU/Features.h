// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_AMDGPU_FEATURES_H
#define LLBC_CODEGEN_AMDGPU_FEATURES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace llbc::amdgpu {

/// Puts the functions of \p module on the processor of \p machine. What a
/// function has chosen beside what its own processor implies, such as cumode or
/// tgsplit, stays, as in ld.lld: it decides the code of the function and, for a
/// kernel, its descriptor. What the image has in common (xnack, sramecc, the
/// wavefront size) is the machine's, and so is what \p asked, a list of
/// features, names.
void moveToProcessor(llvm::Module &module, const llvm::TargetMachine &machine,
                     llvm::StringRef asked);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_FEATURES_H
