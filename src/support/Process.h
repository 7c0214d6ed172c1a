// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way to run a child: without a shell, its words captured.

#ifndef LLBC_SUPPORT_PROCESS_H
#define LLBC_SUPPORT_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llbc {

struct ProcessResult {
  int status = 0;     ///< The exit status; negative if a signal ended it.
  std::string output; ///< Standard output and standard error together.
};

/// Runs \p program (a path) with \p args and waits for it. Fails only if it
/// cannot be started.
llvm::Expected<ProcessResult> runProcess(llvm::StringRef program,
                                         llvm::ArrayRef<std::string> args);

} // namespace llbc

#endif // LLBC_SUPPORT_PROCESS_H
