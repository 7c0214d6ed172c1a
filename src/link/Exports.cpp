// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Exports.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace llbc {

bool Exports::covers(const ModuleSymbol &symbol, Unlisted unlisted,
                     bool isLazy) const {
  if (patterns.matches(symbol.name))
    return true;
  if (script)
    switch (script->match(symbol.name)) {
    case VersionScript::Match::Global:
      return true;
    case VersionScript::Match::Local:
      return false;
    case VersionScript::Match::None:
      break;
    }
  // Copies of inline functions are for the linker, not for the host.
  if (isLazy || GlobalValue::isLinkOnceLinkage(symbol.linkage))
    return false;
  switch (unlisted) {
  case Unlisted::Hidden:
    return false;
  case Unlisted::VariablesVisible:
    return symbol.kind == ModuleSymbol::Kind::Variable;
  case Unlisted::Visible:
    return true;
  }
  llvm_unreachable("all policies are listed");
}

namespace {

/// \p name as a pattern that matches it. What lld's scripts have no spelling
/// for is left open.
std::string asPattern(StringRef name) {
  constexpr StringRef special = "\"*?[]{};:#\\ \t\n";
  if (name.find_first_of(special) == StringRef::npos)
    return ("\"" + name + "\"").str();
  std::string pattern;
  for (const char c : name)
    pattern += special.contains(c) ? '?' : c;
  return pattern;
}

bool namesLocals(const VersionScript &script) {
  return llvm::any_of(script.versions(), [](const VersionScript::Node &node) {
    return !node.locals.exactNames().empty();
  });
}

} // namespace

std::string makeVersionScript(const Exports &exports,
                              ArrayRef<StringRef> kernels,
                              StringRef descriptorSuffix,
                              ArrayRef<StringRef> others, bool hasBitcode) {
  const std::optional<VersionScript> &script = exports.script;
  auto descriptorOf = [&](StringRef kernel) {
    return (kernel + descriptorSuffix).str();
  };
  auto isGlobal = [&](StringRef name) {
    return script->match(name) == VersionScript::Match::Global;
  };
  // What a script names as local is gone from code that was bitcode.
  if (script && !(hasBitcode && namesLocals(*script)) &&
      llvm::all_of(kernels, [&](StringRef name) {
        return isGlobal(name) && isGlobal(descriptorOf(name));
      }))
    return exports.scriptText;

  ArrayRef<VersionScript::Node> versions;
  if (script)
    versions = script->versions();
  std::vector<std::string> lists(std::max<size_t>(versions.size(), 1));
  StringSet<> written;
  auto versionOf = [&](StringRef name) {
    return script ? script->versionOf(name) : nullptr;
  };
  auto add = [&](StringRef name, const VersionScript::Node *node) {
    if (written.insert(name).second)
      lists[node ? node - versions.data() : 0] +=
          "    " + asPattern(name) + ";\n";
  };
  for (StringRef name : kernels) {
    const VersionScript::Node *own = versionOf(name);
    add(name, own);
    // A descriptor goes where its kernel is, if nothing else is said of it.
    const std::string descriptor = descriptorOf(name);
    const VersionScript::Node *node = versionOf(descriptor);
    add(descriptor, node ? node : own);
  }
  for (StringRef name : others)
    add(name, versionOf(name));
  // lld reports those that nothing defines.
  for (const VersionScript::Node &node : versions)
    for (StringRef name : node.globals.exactNames().keys())
      add(name, versionOf(name));
  std::string text;
  for (size_t i = 0; i != lists.size(); ++i) {
    if (i < versions.size() && !versions[i].name.empty())
      text += versions[i].name.str() + " ";
    text += "{\n  global:\n" + lists[i] + (i == 0 ? "  local: *;\n" : "") + "}";
    if (i < versions.size() && !versions[i].parent.empty())
      text += " " + versions[i].parent.str();
    text += ";\n";
  }
  return text;
}

namespace {

Expected<std::string> readText(StringRef path,
                               std::vector<std::string> &paths) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createFileError(path, buffer.getError());
  paths.push_back(path.str());
  return (*buffer)->getBuffer().str();
}

} // namespace

Expected<std::unique_ptr<Exports>>
readExports(const Config &config, std::vector<std::string> &paths) {
  auto exports = std::make_unique<Exports>();
  exports->names = config.exportSymbols;
  for (const std::string &path : config.exportFiles) {
    Expected<std::string> text = readText(path, paths);
    if (!text)
      return text.takeError();
    SmallVector<StringRef> lines;
    StringRef(*text).split(lines, '\n');
    for (StringRef line : lines)
      if (!line.trim().empty())
        exports->names.push_back(line.trim().str());
  }
  for (const std::string &pattern : config.exportPatterns)
    if (Error err = exports->patterns.add(pattern, /*isExact=*/false,
                                          /*isDemangled=*/false))
      return err;
  if (!config.versionScript.empty()) {
    Expected<std::string> text = readText(config.versionScript, paths);
    if (!text)
      return text.takeError();
    exports->scriptText = std::move(*text);
    Expected<VersionScript> script = VersionScript::parse(exports->scriptText);
    if (!script)
      return createFileError(config.versionScript, script.takeError());
    exports->script = std::move(*script);
  }
  return exports;
}

} // namespace llbc
