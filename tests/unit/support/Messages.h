// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_TESTS_MESSAGES_H
#define LLBC_TESTS_MESSAGES_H

#include "llbc/Diagnostics.h"

#include "llvm/ADT/StringRef.h"

namespace llbc::test {

/// A Diagnostics that remembers what it was told.
struct Messages {
  explicit Messages(bool verbose = false)
      : diag([this](const Diagnostic &message) { all.push_back(message); },
             verbose) {}

  /// The texts of all messages, a line each.
  std::string text() const {
    std::string result;
    for (const Diagnostic &message : all)
      result += message.text() + "\n";
    return result;
  }

  std::vector<Diagnostic> all;
  Diagnostics diag;
};

inline bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

} // namespace llbc::test

#endif // LLBC_TESTS_MESSAGES_H
