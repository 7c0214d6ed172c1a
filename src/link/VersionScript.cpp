// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/VersionScript.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace llbc {

Error SymbolPatterns::add(StringRef pattern, bool isExact, bool isDemangled) {
  if (isExact || pattern.find_first_of("*?[") == StringRef::npos) {
    (isDemangled ? demangledNames : names).insert(pattern);
    return Error::success();
  }
  if (pattern == "*") {
    all = true;
    return Error::success();
  }
  Expected<GlobPattern> glob = GlobPattern::create(pattern);
  if (!glob)
    return glob.takeError();
  (isDemangled ? demangledGlobs : globs).push_back(std::move(*glob));
  return Error::success();
}

bool SymbolPatterns::matchesName(StringRef symbol) const {
  return names.contains(symbol) ||
         (!demangledNames.empty() && demangledNames.contains(demangle(symbol)));
}

bool SymbolPatterns::matchesGlob(StringRef symbol) const {
  auto anyMatches = [](ArrayRef<GlobPattern> globs, StringRef name) {
    return llvm::any_of(
        globs, [&](const GlobPattern &glob) { return glob.match(name); });
  };
  return anyMatches(globs, symbol) ||
         (!demangledGlobs.empty() &&
          anyMatches(demangledGlobs, demangle(symbol)));
}

std::pair<VersionScript::Match, const VersionScript::Node *>
VersionScript::find(StringRef symbol) const {
  for (const Node &node : nodes) {
    if (node.globals.matchesName(symbol))
      return {Match::Global, &node};
    if (node.locals.matchesName(symbol))
      return {Match::Local, &node};
  }
  for (const Node &node : llvm::reverse(nodes)) {
    if (node.globals.matchesGlob(symbol))
      return {Match::Global, &node};
    if (node.locals.matchesGlob(symbol))
      return {Match::Local, &node};
  }
  for (const Node &node : llvm::reverse(nodes)) {
    if (node.globals.matchesAll())
      return {Match::Global, &node};
    if (node.locals.matchesAll())
      return {Match::Local, &node};
  }
  return {Match::None, nullptr};
}

VersionScript::Match VersionScript::match(StringRef symbol) const {
  return find(symbol).first;
}

const VersionScript::Node *VersionScript::versionOf(StringRef symbol) const {
  const auto [match, node] = find(symbol);
  return match == Match::Global ? node : nullptr;
}

class VersionScriptParser {
public:
  explicit VersionScriptParser(StringRef text) : text(text), rest(text) {}

  Expected<VersionScript> parse() {
    next();
    while (!token.empty()) {
      VersionScript::Node node;
      if (token != "{")
        node.name = take();
      if (Error err = parseNode(node))
        return err;
      script.nodes.push_back(std::move(node));
    }
    return std::move(script);
  }

private:
  /// `{ global: a; local: *; } [parent] ;` after the version's name.
  Error parseNode(VersionScript::Node &node) {
    if (Error err = expect("{"))
      return err;
    SymbolPatterns *patterns = &node.globals;
    while (token != "}") {
      if (token.empty())
        return fault("'}' is missing");
      if (rest.ltrim().starts_with(":") &&
          (token == "global" || token == "local")) {
        patterns = take() == "global" ? &node.globals : &node.locals;
        next();
        continue;
      }
      if (Error err = token == "extern" ? parseExtern(*patterns)
                                        : parsePattern(*patterns, false))
        return err;
    }
    next();
    if (token != ";")
      node.parent = take();
    return expect(";");
  }

  Error parseExtern(SymbolPatterns &patterns) {
    next();
    const bool isCxx = token == "\"C++\"";
    if (!isCxx && token != "\"C\"")
      return fault("unknown language " + token.str());
    next();
    if (Error err = expect("{"))
      return err;
    while (token != "}") {
      if (token.empty())
        return fault("'}' is missing");
      if (Error err = parsePattern(patterns, isCxx))
        return err;
    }
    next();
    return expect(";");
  }

  Error parsePattern(SymbolPatterns &patterns, bool isDemangled) {
    StringRef pattern = take();
    const bool isQuoted = pattern.consume_front("\"");
    if (isQuoted)
      pattern.consume_back("\"");
    // As in lld, quotes keep a demangled name from being a pattern, no other.
    if (Error err = patterns.add(pattern, isQuoted && isDemangled, isDemangled))
      return fault(toString(std::move(err)));
    // The last one before a brace needs none.
    if (token == "}")
      return Error::success();
    return expect(";");
  }

  Error expect(StringRef wanted) {
    if (token != wanted)
      return fault("expected '" + wanted.str() + "'" +
                   (token.empty() ? "" : " before '" + token.str() + "'"));
    next();
    return Error::success();
  }

  Error fault(const Twine &what) const {
    const size_t line =
        text.drop_back(rest.size()).drop_back(token.size()).count('\n') + 1;
    return createStringError("version script, line " + Twine(line) + ": " +
                             what);
  }

  StringRef take() {
    StringRef taken = token;
    next();
    return taken;
  }

  void next() {
    while (true) {
      rest = rest.ltrim();
      if (rest.starts_with("#"))
        rest = rest.drop_until([](char c) { return c == '\n'; });
      else if (rest.starts_with("/*"))
        rest = rest.split("*/").second;
      else
        break;
    }
    size_t size = 0;
    if (rest.starts_with("\""))
      size = std::min(rest.find('"', 1), rest.size() - 1) + 1;
    else if (rest.find_first_of("{};:") == 0)
      size = 1;
    else
      size = std::min(rest.find_first_of("{}; \t\r\n"), rest.size());
    // "global:" is two tokens, "ns::f" is one.
    StringRef word = rest.take_front(size);
    if (word == "global:" || word == "local:")
      --size;
    token = rest.take_front(size);
    rest = rest.drop_front(size);
  }

  StringRef text;
  StringRef rest;
  StringRef token; ///< The one at hand; empty at the end.
  VersionScript script;
};

Expected<VersionScript> VersionScript::parse(StringRef text) {
  return VersionScriptParser(text).parse();
}

} // namespace llbc
