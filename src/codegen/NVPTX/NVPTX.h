// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NVPTX_NVPTX_H
#define LLBC_CODEGEN_NVPTX_NVPTX_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "llvm/IR/Module.h"

#include <string>

namespace llbc::nvptx {

/// Address spaces of the NVPTX back end (llvm/Support/NVPTXAddrSpace.h).
constexpr unsigned sharedAddressSpace = 3;

/// 90 for "sm_90a"; 0 for what is no such name.
unsigned smVersion(llvm::StringRef cpu);

/// Replaces every alias and ifunc. PTX's own `.alias` needs ISA 6.3 and knows
/// strong aliases of functions only, so: uses of an alias become uses of what
/// it names, a visible alias of a function becomes a copy of it, and a visible
/// alias of an otherwise hidden variable gives it its name. Reports what has no
/// equivalent.
void replaceAliases(llvm::Module &module, Diagnostics &diag);

/// Makes the divisions and square roots that \p arithmetic allows to be inexact
/// as exact as nvcc's -prec-div=false and -prec-sqrt=false do. For an optimised
/// module.
void relaxArithmetic(llvm::Module &module, const Arithmetic &arithmetic);

/// Gives local symbols names that are PTX identifiers, and reports visible
/// symbols whose names are none.
void legalizeNames(llvm::Module &module, Diagnostics &diag);

/// Removes the labels that LLVM makes for debug sections from \p ptx if it has
/// none of these: ptxas takes each label for a branch target, and optimises
/// less (or otherwise) across it.
void dropDebugLabels(std::string &ptx);

/// Reports globals and kernels that PTX cannot express: shared memory with
/// initial values, thread-local variables, initialisers that refer to each
/// other in a circle or to a block, kernels that return something or are
/// called.
void checkModule(const llvm::Module &module, Diagnostics &diag);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_NVPTX_H
