// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns LLVM's fatal errors and crashes into values. LLVM ends the process
// for what a back end cannot do and for some damaged inputs; a linker must
// report it and leave no file behind.

#ifndef LLBC_SUPPORT_CRASHGUARD_H
#define LLBC_SUPPORT_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace llbc {

/// Why a guarded call did not return.
struct Fault {
  /// LLVM's own words (the first line, without addresses), or the signal's
  /// name.
  std::string message;
  /// What was being done, innermost first, for example
  /// "running pass 'Verifier' on function '@k'".
  std::vector<std::string> activity;
  bool crashed = false; ///< A signal, not a fatal error that LLVM reported.

  /// The function named by the innermost activity, without '@', or "".
  std::string function() const;
};

/// The function that LLVM is working on in the active guard of this thread,
/// without '@', or "".
std::string currentFunction();

/// Runs \p body. Returns a Fault if it ended in a fatal error or a signal; then
/// everything that \p body was changing is in an unknown state, its locals are
/// not destroyed, and only an orderly end of the link may follow.
std::optional<Fault> runGuarded(llvm::function_ref<void()> body);

/// Runs \p body on a thread whose stack is large enough for deeply nested IR,
/// and on which a stack overflow can be caught by runGuarded.
void runOnLargeStack(llvm::function_ref<void()> body);

} // namespace llbc

#endif // LLBC_SUPPORT_CRASHGUARD_H
