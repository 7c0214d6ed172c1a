// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of a version script that says which symbols stay visible. lld reads
// the script too, but only after code generation; the link must know before.

#ifndef LLBC_LINK_VERSIONSCRIPT_H
#define LLBC_LINK_VERSIONSCRIPT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

#include <string>
#include <vector>

namespace llbc {

/// Names and patterns, of symbols as they are or (`extern "C++"`) demangled.
class SymbolPatterns {
public:
  /// Adds \p pattern: a glob unless \p isExact. Fails for a malformed one.
  llvm::Error add(llvm::StringRef pattern, bool isExact, bool isDemangled);

  bool matchesName(llvm::StringRef symbol) const;
  /// Globs other than `*` itself.
  bool matchesGlob(llvm::StringRef symbol) const;
  bool matchesAll() const { return all; }
  /// The names as they are, without demangled ones.
  const llvm::StringSet<> &exactNames() const { return names; }
  bool matches(llvm::StringRef symbol) const {
    return all || matchesName(symbol) || matchesGlob(symbol);
  }

private:
  llvm::StringSet<> names;
  llvm::StringSet<> demangledNames;
  std::vector<llvm::GlobPattern> globs;
  std::vector<llvm::GlobPattern> demangledGlobs;
  bool all = false;
};

/// A version script, in the syntax of GNU ld ("VERSION Command" in its manual).
class VersionScript {
public:
  enum class Match { None, Global, Local };

  /// Parses \p text, which must outlive the result. An error says the line.
  static llvm::Expected<VersionScript> parse(llvm::StringRef text);

  /// One version: what it makes global, and what local.
  struct Node {
    llvm::StringRef name; ///< "" for the anonymous version.
    llvm::StringRef parent;
    SymbolPatterns globals;
    SymbolPatterns locals;
  };

  /// What the script says of \p symbol. As in lld, a name beats a pattern, a
  /// pattern beats `*`, and a later version beats an earlier one.
  Match match(llvm::StringRef symbol) const;

  /// The version that makes \p symbol global; null if none does.
  const Node *versionOf(llvm::StringRef symbol) const;

  llvm::ArrayRef<Node> versions() const { return nodes; }

private:
  std::pair<Match, const Node *> find(llvm::StringRef symbol) const;
  friend class VersionScriptParser;
  std::vector<Node> nodes;
};

} // namespace llbc

#endif // LLBC_LINK_VERSIONSCRIPT_H
