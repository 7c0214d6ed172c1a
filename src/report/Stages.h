// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_REPORT_STAGES_H
#define LLBC_REPORT_STAGES_H

#include "llbc/Diagnostics.h"

#include "report/Verify.h"
#include "support/CrashGuard.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llbc {

/// Reports what LLVM died of in the stage \p name, with the function and, from
/// \p origins, the input.
void reportFault(llvm::StringRef name, const Fault &fault,
                 const Origins &origins, Diagnostics &diag);

/// Runs stages of a link, one after the other, until one reports an error.
class Stages {
public:
  explicit Stages(Diagnostics &diag) : diag(diag) {}

  /// Runs \p body and says whether the link may go on. What LLVM dies of
  /// becomes an error that names the stage and, from \p origins, the input.
  bool run(llvm::StringRef name, const Origins &origins,
           llvm::function_ref<void()> body);

  /// Whether LLVM died in a stage: what it was changing cannot be destroyed.
  bool hasFaulted() const { return faulted; }

private:
  Diagnostics &diag;
  bool faulted = false;
};

} // namespace llbc

#endif // LLBC_REPORT_STAGES_H
