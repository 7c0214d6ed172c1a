// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_INTERNALIZE_H
#define LLBC_LINK_INTERNALIZE_H

#include "link/Resolve.h"

#include "llvm/IR/Module.h"

namespace llbc {

/// What the image's format does with symbols.
struct SymbolOutput {
  bool mayImport = false; ///< Undefined weak ones can be found at load time.
  bool keepsWeak = false; ///< Weak definitions may be told from strong ones.
};

/// Stage 5: what \p resolution preserves, and the members of llvm.used, become
/// definitions as visible as it says; every other definition becomes internal,
/// and comdat groups end. Weak references that nothing can define become null.
/// After it, names are not resolved any more.
void internalize(llvm::Module &module, const Resolution &resolution,
                 const SymbolOutput &output);

} // namespace llbc

#endif // LLBC_LINK_INTERNALIZE_H
