// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_REPORT_STAGES_H
#define LLBC_REPORT_STAGES_H

#include "llbc/Diagnostics.h"

#include "report/Verify.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llbc {

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
