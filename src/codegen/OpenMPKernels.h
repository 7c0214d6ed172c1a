// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_OPENMPKERNELS_H
#define LLBC_CODEGEN_OPENMPKERNELS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

namespace llbc {

/// Gives each of \p kernels in \p module an entry for libomptarget, which
/// passes a pointer (`dyn_ptr`) before a kernel's own arguments: a function of
/// the kernel's name that ignores it. The kernel itself, its address and its
/// callers stay as they are, under another name. Entries of OpenMP's own target
/// regions take the pointer already. \p calledByObjects: what native objects
/// refer to. Returns the new names of kernels that they can go on calling.
llvm::StringMap<std::string>
addOpenMPArgument(llvm::Module &module, llvm::ArrayRef<llvm::StringRef> kernels,
                  const llvm::StringSet<> &calledByObjects);

} // namespace llbc

#endif // LLBC_CODEGEN_OPENMPKERNELS_H
