// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_SIGNATURE_H
#define LLBC_LINK_SIGNATURE_H

#include "llvm/IR/DerivedTypes.h"

namespace llbc {

/// Whether a function of type \p defined may be called as one of type
/// \p declared. C's `f()` says nothing about parameters, and a result may be
/// ignored.
bool canCallAs(const llvm::FunctionType &declared,
               const llvm::FunctionType &defined);

} // namespace llbc

#endif // LLBC_LINK_SIGNATURE_H
