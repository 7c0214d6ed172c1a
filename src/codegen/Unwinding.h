// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code built for unwinding, where nothing unwinds.

#ifndef LLBC_CODEGEN_UNWINDING_H
#define LLBC_CODEGEN_UNWINDING_H

#include "llvm/IR/Module.h"

namespace llbc {

/// Makes calls that may unwind plain calls in all functions of \p module whose
/// personality routine \p isMissing: no exception could find their landing
/// pads, which are removed.
void dropUnwinding(
    llvm::Module &module,
    llvm::function_ref<bool(const llvm::Constant &personality)> isMissing);

} // namespace llbc

#endif // LLBC_CODEGEN_UNWINDING_H
