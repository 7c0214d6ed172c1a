// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_OPENMPKERNELS_H
#define LLBC_CODEGEN_OPENMPKERNELS_H

#include "llvm/IR/Module.h"

namespace llbc {

/// Gives each visible kernel of \p module a first parameter, a pointer that it
/// ignores: libomptarget passes one (`dyn_ptr`) before a kernel's own.
/// On a host device, where \p exportsAreKernels, each visible function gets it.
void addOpenMPArgument(llvm::Module &module, bool exportsAreKernels);

} // namespace llbc

#endif // LLBC_CODEGEN_OPENMPKERNELS_H
