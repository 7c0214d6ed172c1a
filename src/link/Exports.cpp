// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Exports.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace llbc {

bool Exports::covers(const ModuleSymbol &symbol, bool isLazy) const {
  if (symbol.visibility == GlobalValue::HiddenVisibility)
    return false;
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
  if (isLazy || GlobalValue::isLinkOnceLinkage(symbol.linkage) ||
      GlobalValue::isWeakODRLinkage(symbol.linkage))
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

std::string makeVersionScript(const Exports &exports,
                              ArrayRef<std::string> kernels,
                              ArrayRef<StringRef> others) {
  if (exports.script && llvm::all_of(kernels, [&](StringRef name) {
        return exports.script->match(name) == VersionScript::Match::Global;
      }))
    return exports.scriptText;
  std::string text;
  if (exports.script && !exports.script->version().empty())
    text = exports.script->version().str() + " ";
  text += "{\n  global:\n";
  for (StringRef name : kernels)
    text += "    \"" + name.str() + "\";\n";
  for (StringRef name : others)
    text += "    \"" + name.str() + "\";\n";
  return text + "  local: *;\n};\n";
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
