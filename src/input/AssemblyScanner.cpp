// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/AssemblyScanner.h"

#include "image/PtxLexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ModuleSymbolTable.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using object::BasicSymbolRef;

namespace llbc {
namespace {

ModuleSymbol makeSymbol(StringRef name, GlobalValue::LinkageTypes linkage,
                        bool isDeclaration) {
  ModuleSymbol symbol;
  symbol.name = name;
  symbol.linkage = linkage;
  symbol.isDeclaration = isDeclaration;
  symbol.isInAsm = true;
  return symbol;
}

/// Finds the symbols of PTX. Only enough of the language is known to tell what
/// defines a name from what mentions it (PTX ISA, "Directives").
class PTXReader {
public:
  explicit PTXReader(StringRef text) : lexer(text) {}

  void read() {
    while (next()) {
      if (token == ".func" || token == ".entry")
        readFunction();
      else if (depth == 0 && isSpace(token))
        readVariables();
      else if (token == ".extern")
        isExternal = true;
      else
        readOther();
    }
    // What is defined or local is no reference.
    for (StringRef name : definitions.keys())
      mentions.erase(name);
  }

  StringSet<> definitions;
  StringSet<> mentions;

private:
  static bool isSpace(StringRef word) {
    return word == ".global" || word == ".const" || word == ".shared";
  }

  bool next() {
    // A predicate may go before an instruction: `@!%p`.
    isStatementStart =
        token.empty() || StringRef(";{}:").contains(token[0]) ||
        (isStatementStart && StringRef("@!%").contains(token[0]));
    if (!lexer.next())
      return false;
    token = lexer.token();
    if (token == "{")
      ++depth;
    if (token == "}" && depth != 0)
      --depth;
    return true;
  }

  void define(StringRef name) {
    (isExternal ? mentions : definitions).insert(name);
    isExternal = false;
  }

  /// After `.func`: the result in parentheses, where there is one, then the
  /// name.
  void readFunction() {
    bool inResult = false;
    while (next()) {
      if (token == "(")
        inResult = true;
      else if (token == ")")
        inResult = false;
      else if (!inResult && lexer.isName())
        return define(token);
      else if (token == ";" || token == "{")
        return;
    }
  }

  /// After a state space: types and alignment, then names with or without a
  /// value.
  void readVariables() {
    const bool areExternal = isExternal;
    bool inValue = false;
    while (token != ";" && next()) {
      if (token == "=")
        inValue = true;
      else if (token == "," && depth == 0)
        inValue = false;
      else if (lexer.isName()) {
        if (inValue) {
          mentions.insert(token);
          continue;
        }
        isExternal = areExternal;
        define(token);
      }
    }
  }

  void readOther() {
    if (token == ";")
      isExternal = false;
    // Instructions stand at the start of a statement.
    if (lexer.isName() && !token.starts_with("%") && !isStatementStart)
      mentions.insert(token);
  }

  PtxLexer lexer;
  StringRef token;
  unsigned depth = 0;
  bool isStatementStart = true;
  bool isExternal = false;
};

void addMentions(const PTXReader &reader, StringSaver &names,
                 ModuleSummary &summary) {
  auto sorted = [](const StringSet<> &set) {
    SmallVector<StringRef> keys(set.keys());
    llvm::sort(keys);
    return keys;
  };
  for (StringRef name : sorted(reader.definitions))
    summary.symbols.push_back(makeSymbol(names.save(name),
                                         GlobalValue::ExternalLinkage,
                                         /*isDeclaration=*/false));
  for (StringRef name : sorted(reader.mentions))
    summary.symbols.push_back(makeSymbol(names.save(name),
                                         GlobalValue::ExternalWeakLinkage,
                                         /*isDeclaration=*/true));
}

/// Notes whether the assembler complained; code generation will say it again,
/// with its place.
struct Listener : DiagnosticHandler {
  explicit Listener(bool &heard) : heard(heard) {}
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    heard |= info.getSeverity() == DS_Error;
    return true;
  }
  bool &heard;
};

/// What `.comm` and `.lcomm` in \p text say, which LLVM's collector passes
/// over: tentative definitions, and names of the file alone.
struct CommonDirectives {
  explicit CommonDirectives(StringRef text) {
    SmallVector<StringRef> lines;
    SplitString(text, lines, "\n;");
    for (StringRef line : lines) {
      SmallVector<StringRef> words;
      SplitString(line, words, " \t,\r");
      if (words.size() < 3)
        continue;
      if (words[0] == ".lcomm" || words[0] == ".local")
        local.insert(words[1]);
      if (words[0] != ".comm" && words[0] != ".common")
        continue;
      ModuleSymbol &symbol = tentative[words[1]];
      symbol = makeSymbol(words[1], GlobalValue::CommonLinkage,
                          /*isDeclaration=*/false);
      symbol.kind = ModuleSymbol::Kind::Variable;
      words[2].getAsInteger(0, symbol.commonSize);
      if (words.size() > 3)
        words[3].getAsInteger(0, symbol.commonAlign);
    }
  }

  StringMap<ModuleSymbol> tentative;
  StringSet<> local;
};

/// The names that \p summary's module has for itself.
StringSet<> localNames(const ModuleSummary &summary) {
  StringSet<> names;
  for (const ModuleSymbol &symbol : summary.symbols)
    if (symbol.isLocal() && !symbol.name.empty())
      names.insert(symbol.name);
  return names;
}

/// False if LLVM cannot read it.
bool collect(const Triple &triple, StringSaver &names, ModuleSummary &summary) {
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target || !target->hasMCAsmParser())
    return false;
  LLVMContext context;
  bool failed = false;
  context.setDiagnosticHandler(std::make_unique<Listener>(failed));
  Module module("", context);
  module.setTargetTriple(triple);
  module.setDataLayout(summary.dataLayout);
  module.setModuleInlineAsm(summary.moduleAsm);
  std::vector<ModuleSymbol> found;
  const CommonDirectives commons(summary.moduleAsm);
  const StringSet<> locals = localNames(summary);
  ModuleSymbolTable::CollectAsmSymbols(
      module, [&](StringRef name, BasicSymbolRef::Flags flags) {
        const bool isUndefined = flags & BasicSymbolRef::SF_Undefined;
        const auto common = commons.tentative.find(name);
        if (common != commons.tentative.end() &&
            !commons.local.contains(name)) {
          found.push_back(common->second);
          found.back().name = names.save(name);
          return;
        }
        // What the file itself defines, in assembly or beside it, is no
        // reference to another.
        if (isUndefined &&
            (locals.contains(name) || commons.local.contains(name)))
          return;
        if (!isUndefined && !(flags & BasicSymbolRef::SF_Global))
          return;
        const bool isWeak = flags & BasicSymbolRef::SF_Weak;
        found.push_back(makeSymbol(names.save(name),
                                   !isWeak ? GlobalValue::ExternalLinkage
                                   : isUndefined
                                       ? GlobalValue::ExternalWeakLinkage
                                       : GlobalValue::WeakAnyLinkage,
                                   isUndefined));
      });
  if (failed)
    return false;
  llvm::append_range(summary.symbols, found);
  return true;
}

} // namespace

void scanAssembly(ModuleSummary &summary, StringSaver &names) {
  if (summary.isAsmScanned || !summary.hasModuleAsm())
    return;
  summary.isAsmScanned = true;
  const Triple triple(summary.triple);
  if (collect(triple, names, summary))
    return;
  PTXReader reader(summary.moduleAsm);
  reader.read();
  addMentions(reader, names, summary);
}

} // namespace llbc
