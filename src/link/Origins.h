// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_LINK_ORIGINS_H
#define LLBC_LINK_ORIGINS_H

#include "link/LiveSet.h"

namespace llbc {

/// Which input each live definition came from, kept after the inputs' modules
/// are gone.
class Origins {
public:
  void record(const LiveSet &live);
  bool empty() const { return modules.empty(); }

  /// The files that define \p name, separated by commas; "" if unknown. More
  /// than one where local names are equal.
  std::string files(llvm::StringRef name) const;

  /// Where \p name is defined, as debug information has it, such as
  /// "src/lib.rs:41"; "" if unknown.
  std::string location(llvm::StringRef name) const;

  /// `name in file`, for messages.
  std::string describe(llvm::StringRef name) const;

  /// "from a, b or c": the files that take part, where no single one is known.
  std::string describeAll() const;

private:
  std::vector<std::string> modules;
  llvm::StringMap<std::string> fileNames;
  llvm::StringMap<std::string> locations;
};

} // namespace llbc

#endif // LLBC_LINK_ORIGINS_H
