// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/ObjectScanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <set>

using namespace llvm;
using object::ELFSymbolRef;
using object::SymbolRef;

namespace llbc {
namespace {

/// A section, and an offset in it.
using Place = std::pair<uint64_t, uint64_t>;

Expected<Place> placeOf(const ELFSymbolRef &symbol) {
  Expected<object::section_iterator> section = symbol.getSection();
  if (!section)
    return section.takeError();
  Expected<uint64_t> value = symbol.getValue();
  if (!value)
    return value.takeError();
  if (*section == symbol.getObject()->section_end())
    return Place();
  return Place((*section)->getIndex(), *value);
}

Expected<ModuleSymbol> scanSymbol(const ELFSymbolRef &symbol) {
  Expected<StringRef> name = symbol.getName();
  if (!name)
    return name.takeError();
  Expected<uint32_t> flags = symbol.getFlags();
  if (!flags)
    return flags.takeError();
  ModuleSymbol result;
  result.name = *name;
  result.kind = symbol.getELFType() == ELF::STT_OBJECT
                    ? ModuleSymbol::Kind::Variable
                    : ModuleSymbol::Kind::Function;
  result.isDeclaration = *flags & SymbolRef::SF_Undefined;
  const bool isWeak =
      symbol.getBinding() == ELF::STB_WEAK || (*flags & SymbolRef::SF_Common);
  if (symbol.getBinding() == ELF::STB_LOCAL)
    result.linkage = GlobalValue::InternalLinkage;
  else if (isWeak)
    result.linkage = result.isDeclaration ? GlobalValue::ExternalWeakLinkage
                                          : GlobalValue::WeakAnyLinkage;
  switch (symbol.getOther() & 3U) {
  case ELF::STV_DEFAULT:
    break;
  case ELF::STV_PROTECTED:
    result.visibility = GlobalValue::ProtectedVisibility;
    break;
  default:
    result.visibility = GlobalValue::HiddenVisibility;
  }
  return result;
}

} // namespace

Error scanObject(const object::ELFObjectFileBase &object,
                 ModuleSummary &summary) {
  summary.triple = object.makeTriple().str();
  std::vector<Place> places;
  StringSet<> definitions;
  for (const ELFSymbolRef symbol : object.symbols()) {
    Expected<ModuleSymbol> scanned = scanSymbol(symbol);
    if (!scanned)
      return scanned.takeError();
    Expected<Place> place = placeOf(symbol);
    if (!place)
      return place.takeError();
    if (scanned->isDefinition())
      definitions.insert(scanned->name);
    summary.symbols.push_back(*scanned);
    places.push_back(*place);
  }
  std::set<Place> entries;
  for (const auto &[symbol, place] : zip_equal(summary.symbols, places))
    if (symbol.isDefinition() &&
        definitions.contains((symbol.name + ".kd").str()))
      entries.insert(place);
  for (const auto &[symbol, place] : zip_equal(summary.symbols, places))
    if (symbol.isDefinition() && symbol.kind == ModuleSymbol::Kind::Function &&
        entries.contains(place))
      symbol.callingConv = CallingConv::AMDGPU_KERNEL;
  return Error::success();
}

} // namespace llbc
