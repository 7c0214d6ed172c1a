// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How exact single-precision arithmetic is, where the command line says it.

#ifndef LLBC_CODEGEN_ARITHMETIC_H
#define LLBC_CODEGEN_ARITHMETIC_H

#include "llbc/Config.h"

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace llbc {

/// Tells every function of \p module to flush single-precision denormals or to
/// keep them, if \p arithmetic says which.
void applyDenormals(llvm::Module &module, const Arithmetic &arithmetic);

/// Whether single-precision denormals are flushed: as \p arithmetic says, else
/// as all kernels of \p module do.
bool flushesDenormals(const llvm::Module &module, const Arithmetic &arithmetic);

/// Makes each function of \p module flush single-precision denormals that does
/// not say what it does: functions that differ in it are not inlined into each
/// other.
void flushDenormals(llvm::Module &module);

/// The single-precision divisions and square roots of \p module, scalars and
/// vectors, that \p arithmetic allows to be inexact.
std::vector<llvm::Instruction *>
findInexactOperations(llvm::Module &module, const Arithmetic &arithmetic);

} // namespace llbc

#endif // LLBC_CODEGEN_ARITHMETIC_H
