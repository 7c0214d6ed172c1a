// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_TESTS_ERRORS_H
#define LLBC_TESTS_ERRORS_H

#include "support/Catch.h"

#include "llvm/Support/Error.h"

namespace llbc::test {

/// The value of \p result; an error fails the test.
template <typename T> T valueOf(llvm::Expected<T> result) {
  if (!result)
    FAIL(llvm::toString(result.takeError()));
  return std::move(*result);
}

/// The text of \p err; empty for success.
inline std::string errorText(llvm::Error err) {
  return err ? llvm::toString(std::move(err)) : "";
}

template <typename T> std::string errorText(llvm::Expected<T> result) {
  return result ? "" : llvm::toString(result.takeError());
}

} // namespace llbc::test

#endif // LLBC_TESTS_ERRORS_H
