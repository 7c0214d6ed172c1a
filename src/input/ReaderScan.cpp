// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/ReaderScan.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Comdat.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace llbc {
namespace {

/// The variables that `!omp_offload.info` lists: OpenMPIRBuilder's
/// createOffloadEntriesAndInfoMetadata writes {1, name, flags, order} for each.
/// A variable of `link` is reached by a pointer of a derived name.
StringSet<> openMPVariables(const Module &module) {
  constexpr uint64_t variableEntry = 1;
  StringSet<> names;
  const NamedMDNode *info = module.getNamedMetadata("omp_offload.info");
  if (!info)
    return names;
  for (const MDNode *entry : info->operands()) {
    if (entry->getNumOperands() < 2)
      continue;
    const auto *kind =
        mdconst::dyn_extract_or_null<ConstantInt>(entry->getOperand(0));
    const auto *name = dyn_cast_or_null<MDString>(entry->getOperand(1));
    if (!kind || !name || kind->getZExtValue() != variableEntry)
      continue;
    names.insert(name->getString());
    names.insert((name->getString() + "_decl_tgt_ref_ptr").str());
  }
  return names;
}

class Summariser {
public:
  Summariser(Module &module, StringSaver &names, ModuleSummary &summary)
      : module(module), names(names), summary(summary),
        hostVariables(openMPVariables(module)) {}

  void run() {
    summary.triple = module.getTargetTriple().str();
    summary.dataLayout = module.getDataLayoutStr();
    summary.moduleAsm = module.getModuleInlineAsm();
    for (GlobalValue &value : module.global_values()) {
      indices[&value] = static_cast<int>(summary.symbols.size());
      summary.symbols.push_back(describe(value));
      summary.hasAppending |= value.hasAppendingLinkage();
    }
    for (GlobalAlias &alias : module.aliases())
      if (const auto *named =
              dyn_cast<GlobalValue>(alias.getAliasee()->stripPointerCasts()))
        summary.symbols[indices[&alias]].aliasee = indices[named];
  }

private:
  ModuleSymbol describe(const GlobalValue &value) {
    ModuleSymbol symbol;
    symbol.name =
        names.save(GlobalValue::dropLLVMManglingEscape(value.getName()));
    symbol.linkage = value.getLinkage();
    symbol.visibility = value.getVisibility();
    symbol.unnamedAddr = value.getUnnamedAddr();
    symbol.isDeclaration = value.isDeclaration();
    symbol.comdat = comdatIndex(value.getComdat());
    if (const auto *object = dyn_cast<GlobalObject>(&value))
      symbol.section = names.save(object->getSection());
    if (const auto *variable = dyn_cast<GlobalVariable>(&value))
      describeVariable(*variable, symbol);
    else if (isa<GlobalAlias>(value))
      symbol.kind = ModuleSymbol::Kind::Alias;
    else if (isa<GlobalIFunc>(value))
      symbol.kind = ModuleSymbol::Kind::IFunc;
    else
      symbol.callingConv = cast<Function>(value).getCallingConv();
    return symbol;
  }

  void describeVariable(const GlobalVariable &variable, ModuleSymbol &symbol) {
    symbol.kind = ModuleSymbol::Kind::Variable;
    symbol.isHostVariable =
        isHostVariable(variable.getLinkage(), variable.getVisibility(),
                       variable.isExternallyInitialized()) ||
        (!variable.hasHiddenVisibility() &&
         hostVariables.contains(symbol.name));
    if (!variable.hasCommonLinkage())
      return;
    const DataLayout &layout = module.getDataLayout();
    symbol.commonSize = layout.getTypeAllocSize(variable.getValueType());
    symbol.commonAlign = variable.getAlign()
                             .value_or(layout.getPreferredAlign(&variable))
                             .value();
  }

  int comdatIndex(const Comdat *comdat) {
    if (!comdat)
      return -1;
    auto [it, isNew] =
        comdats.try_emplace(comdat, static_cast<int>(summary.comdats.size()));
    if (isNew)
      summary.comdats.push_back(
          {names.save(comdat->getName()),
           comdat->getSelectionKind() == Comdat::NoDeduplicate});
    return it->second;
  }

  Module &module;
  StringSaver &names;
  ModuleSummary &summary;
  StringSet<> hostVariables;
  DenseMap<const Comdat *, int> comdats;
  DenseMap<const GlobalValue *, int> indices;
};

} // namespace

bool isHostVariable(GlobalValue::LinkageTypes linkage,
                    GlobalValue::VisibilityTypes visibility,
                    bool isExternallyInitialized) {
  return !GlobalValue::isLocalLinkage(linkage) &&
         (isExternallyInitialized ||
          visibility == GlobalValue::ProtectedVisibility);
}

Error scanWithReader(const BitcodeModule &module, StringSaver &names,
                     ModuleSummary &summary) {
  LLVMContext context;
  BitcodeModule source = module;
  Expected<std::unique_ptr<Module>> loaded =
      source.getLazyModule(context, /*ShouldLazyLoadMetadata=*/false,
                           /*IsImporting=*/false);
  if (!loaded)
    return loaded.takeError();
  UpgradeNVVMAnnotations(**loaded);
  summary.symbols.clear();
  summary.comdats.clear();
  Summariser(**loaded, names, summary).run();
  return Error::success();
}

} // namespace llbc
