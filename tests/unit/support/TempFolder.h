// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_TESTS_TEMPFOLDER_H
#define LLBC_TESTS_TEMPFOLDER_H

#include "llvm/ADT/StringRef.h"

#include <filesystem>
#include <string>
#include <vector>

namespace llbc::test {

/// A fresh folder that is the working directory while this object lives, so
/// that tests use plain file names.
class TempFolder {
public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder &) = delete;
  TempFolder &operator=(const TempFolder &) = delete;

  const std::filesystem::path &path() const { return folder; }

  /// The names in the folder (or the one below it), sorted.
  static std::vector<std::string> list(const std::string &below = ".");

private:
  std::filesystem::path before;
  std::filesystem::path folder;
};

void writeFile(const std::string &name, llvm::StringRef bytes);
std::string readFile(const std::string &name);

} // namespace llbc::test

#endif // LLBC_TESTS_TEMPFOLDER_H
