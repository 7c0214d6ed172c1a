// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc's allocator shim: `__rust_alloc` and its siblings, which crates call
// and which rustc defines only where it links by itself.

#ifndef LLBC_INPUT_RUSTALLOCATOR_H
#define LLBC_INPUT_RUSTALLOCATOR_H

#include "input/InputFile.h"

namespace llbc {

/// What rustc would define at its own final link and \p inputs lack, as
/// bitcode: one module for each instruction set whose code refers to such a
/// name. A name that an input defines is not defined again, and a function of
/// the allocator only where an input has what it forwards to.
std::vector<llvm::SmallVector<char, 0>>
makeAllocatorShims(const Inputs &inputs);

} // namespace llbc

#endif // LLBC_INPUT_RUSTALLOCATOR_H
