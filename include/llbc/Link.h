// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_H
#define LLBC_LINK_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

namespace llbc {

/// Fails if \p config names a target that there is none of: a fault of the
/// command line, whatever the inputs are.
llvm::Error checkTarget(const Config &config);

/// Links as \p config says and writes the outputs. Returns whether it
/// succeeded; every reason for a failure has then been reported to \p diag,
/// and no output of this link exists.
///
/// The caller must have called `installCrashHandlers()` if faults inside LLVM
/// are to become errors rather than end the process.
bool link(const Config &config, Diagnostics &diag);

/// Makes LLVM's fatal errors and crashes during `link` errors of that link.
/// Process-wide; call it once, before the first link.
void installCrashHandlers();

} // namespace llbc

#endif // LLBC_LINK_H
