// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From LLVM's words about a function to the user's.

#ifndef LLBC_REPORT_VERIFY_H
#define LLBC_REPORT_VERIFY_H

#include "llbc/Diagnostics.h"

#include "link/Origins.h"

#include "llvm/IR/DiagnosticHandler.h"

namespace llbc {

/// Reports each function of \p module that LLVM's verifier rejects; \p when
/// names the stage that came before. Debug information alone that is invalid is
/// dropped, with a warning if the output \p wantsDebug information.
void verify(llvm::Module &module, const Origins &origins, llvm::StringRef when,
            bool wantsDebug, Diagnostics &diag);

/// A handler that turns LLVM's errors and warnings into ours; remarks are
/// dropped.
std::unique_ptr<llvm::DiagnosticHandler>
makeDiagnosticHandler(Diagnostics &diag, const Origins &origins);

} // namespace llbc

#endif // LLBC_REPORT_VERIFY_H
