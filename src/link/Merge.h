// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_MERGE_H
#define LLBC_LINK_MERGE_H

#include "link/LiveSet.h"

namespace llbc {

/// Stage 4, second half: moves the live definitions of \p live into one module
/// for \p triple and \p dataLayout, consuming the source modules. The result
/// holds nothing else, in an order that does not depend on the order of the
/// inputs, and has the same name whatever they are called. Fails for module
/// flags that contradict each other.
llvm::Expected<std::unique_ptr<llvm::Module>>
mergeModules(LiveSet &live, llvm::LLVMContext &context,
             const llvm::Triple &triple, llvm::StringRef dataLayout,
             Diagnostics &diag);

} // namespace llbc

#endif // LLBC_LINK_MERGE_H
