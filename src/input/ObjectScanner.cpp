// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/ObjectScanner.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;
using object::ELFSymbolRef;
using object::SymbolRef;

namespace llbc {
namespace {

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
  StringSet<> definitions;
  for (const ELFSymbolRef symbol : object.symbols()) {
    Expected<ModuleSymbol> scanned = scanSymbol(symbol);
    if (!scanned)
      return scanned.takeError();
    if (scanned->isDefinition())
      definitions.insert(scanned->name);
    summary.symbols.push_back(*scanned);
  }
  for (ModuleSymbol &symbol : summary.symbols)
    if (symbol.isDefinition() &&
        definitions.contains((symbol.name + ".kd").str()))
      symbol.callingConv = CallingConv::AMDGPU_KERNEL;
  return Error::success();
}

} // namespace llbc
