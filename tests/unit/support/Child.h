// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_TESTS_CHILD_H
#define LLBC_TESTS_CHILD_H

#include <functional>
#include <string>

namespace llbc::test {

/// How a child process ended.
struct ChildResult {
  int status = -1;    ///< Exit status, or minus the signal that ended it.
  std::string output; ///< What it wrote to standard output.
};

/// Runs \p body in a child process with its standard output caught and its
/// standard error dropped. The child exits with what \p body returns; Catch2's
/// assertions mean nothing in it.
ChildResult runInChild(const std::function<int()> &body);

/// Writes \p text to standard output, unbuffered.
void say(const std::string &text);

} // namespace llbc::test

#endif // LLBC_TESTS_CHILD_H
