// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_ELFLINK_H
#define LLBC_CODEGEN_ELFLINK_H

#include "llbc/Diagnostics.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llbc {

/// An ELF relocatable in memory.
struct ElfObject {
  std::string name; ///< For messages.
  std::string bytes;
  /// Global symbols that it defines and another definition replaces, and those
  /// among them that the code made from bitcode defines.
  // NOLINTBEGIN(readability-redundant-member-init): for aggregates without them
  std::vector<std::string> overridden = {};
  std::vector<std::string> overriddenByBitcode = {};
  /// Symbols that it refers to, and what they are called now.
  std::vector<std::pair<std::string, std::string>> renamed = {};
  // NOLINTEND(readability-redundant-member-init)
};

/// One run of lld: `ld.lld <args> [--version-script=] <objects>`.
struct ElfLink {
  std::vector<ElfObject> objects;     ///< In link order.
  std::vector<std::string> args;      ///< Must not name an output.
  std::vector<std::string> libraries; ///< Words after the objects.
  std::string versionScript;          ///< Its text; "" for none.
  bool wantsMap = false;
};

struct ElfImage {
  std::string bytes;
  std::string map; ///< lld's map of sections and symbols, where wanted.
};

/// Whether lld defines \p symbol for an image that refers to it: the addresses
/// of its headers, sections, tables and ends.
bool isLinkerDefined(llvm::StringRef symbol);

/// Links with lld in this process; the result is empty after an error. What lld
/// says is reported to \p diag, with the objects' names. No file is written
/// anywhere. Several threads may call it; the links take turns, because lld
/// keeps global state.
ElfImage linkElf(const ElfLink &job, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_CODEGEN_ELFLINK_H
