// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/SymbolTable.h"

using namespace llvm;

namespace llbc {
namespace {

/// The higher rank prevails; among equals the first, except that two strong
/// definitions are an error.
enum class Rank { Weak, Common, Strong };

Rank rankOf(const ModuleSymbol &symbol) {
  if (symbol.isCommon())
    return Rank::Common;
  if (GlobalValue::isWeakForLinker(symbol.linkage))
    return Rank::Weak;
  return Rank::Strong;
}

/// STV_DEFAULT < STV_PROTECTED < STV_HIDDEN in what they constrain.
GlobalValue::VisibilityTypes mostConstraining(GlobalValue::VisibilityTypes a,
                                              GlobalValue::VisibilityTypes b) {
  if (a == GlobalValue::HiddenVisibility || b == GlobalValue::HiddenVisibility)
    return GlobalValue::HiddenVisibility;
  return a == GlobalValue::DefaultVisibility ? b : a;
}

/// Of two tentative definitions that of bitcode prevails, as it can be given
/// the size and alignment of both; else the first of the larger ones.
bool isBetterCommon(const SymbolRef &candidate, const SymbolRef &present) {
  if (candidate.module->isNative() != present.module->isNative())
    return present.module->isNative();
  return candidate->commonSize > present->commonSize;
}

/// Takes note of what \p mention, in any input, says of \p symbol.
void merge(Symbol &symbol, const ModuleSymbol &mention) {
  symbol.unnamedAddr =
      GlobalValue::getMinUnnamedAddr(symbol.unnamedAddr, mention.unnamedAddr);
  symbol.visibility = mostConstraining(symbol.visibility, mention.visibility);
}

} // namespace

bool SymbolTable::claimComdat(InputModule &module, unsigned index) {
  const ModuleComdat &comdat = module.summary.comdats[index];
  // In ELF these are sections that stand or fall together, not a group of which
  // one is kept: each symbol's own linkage decides.
  if (comdat.noDuplicates)
    return true;
  return comdatOwners.try_emplace(comdat.name, &module).first->second ==
         &module;
}

std::vector<unsigned> SymbolTable::addDefinitions(InputModule &module) {
  std::vector<bool> ownsComdat;
  for (unsigned i = 0; i != module.summary.comdats.size(); ++i)
    ownsComdat.push_back(claimComdat(module, i));

  std::vector<unsigned> references;
  for (unsigned i = 0; i != module.summary.symbols.size(); ++i) {
    const ModuleSymbol &symbol = module.summary.symbols[i];
    const bool discarded = symbol.comdat >= 0 && !ownsComdat[symbol.comdat];
    if (symbol.isDefinition() && !discarded)
      define({&module, i});
    else if (symbol.isDefinition() || symbol.isReference())
      references.push_back(i);
  }
  return references;
}

InputFile *SymbolTable::addReference(SymbolRef from) {
  return reference(from->name, &*from);
}

void SymbolTable::define(SymbolRef definition) {
  Symbol &symbol = symbols[definition->name];
  merge(symbol, *definition);
  const Rank rank = rankOf(*definition);
  if (rank == Rank::Common) {
    symbol.commonSize = std::max(symbol.commonSize, definition->commonSize);
    symbol.commonAlign = std::max(symbol.commonAlign, definition->commonAlign);
  }
  if (symbol.isDefined()) {
    const Rank present = rankOf(*symbol.definition);
    if (rank == Rank::Strong && present == Rank::Strong)
      duplicateList.push_back(
          {definition->name, symbol.definition.module, definition.module});
    const bool prevails = rank == Rank::Common && present == Rank::Common
                              ? isBetterCommon(definition, symbol.definition)
                              : rank > present;
    if (!prevails)
      return;
  }
  symbol.state = Symbol::State::Defined;
  symbol.definition = definition;
}

InputFile *SymbolTable::reference(StringRef name, const ModuleSymbol *from) {
  Symbol &symbol = symbols[name];
  if (from)
    merge(symbol, *from);
  if (from && from->isWeakReference())
    return nullptr;
  symbol.isNeeded = true;
  return symbol.state == Symbol::State::Lazy ? symbol.definition.module->file
                                             : nullptr;
}

InputFile *SymbolTable::require(StringRef name) {
  return reference(name, nullptr);
}

bool SymbolTable::addLazy(InputModule &module) {
  bool isNeeded = false;
  for (unsigned i = 0; i != module.summary.symbols.size(); ++i) {
    const ModuleSymbol &candidate = module.summary.symbols[i];
    if (!candidate.isDefinition())
      continue;
    Symbol &symbol = symbols[candidate.name];
    if (symbol.state != Symbol::State::Undefined)
      continue;
    symbol.state = Symbol::State::Lazy;
    symbol.definition = {&module, i};
    isNeeded |= symbol.isNeeded;
  }
  return isNeeded;
}

InputFile *SymbolTable::lazyDefinition(StringRef name) const {
  const Symbol *symbol = find(name);
  return symbol && symbol->state == Symbol::State::Lazy
             ? symbol->definition.module->file
             : nullptr;
}

const Symbol *SymbolTable::find(StringRef name) const {
  auto it = symbols.find(name);
  return it == symbols.end() ? nullptr : &it->second;
}

} // namespace llbc
