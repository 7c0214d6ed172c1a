// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Internalize.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace llbc {
namespace {

class Internaliser {
public:
  Internaliser(Module &module, const Resolution &resolution,
               const SymbolOutput &output)
      : module(module), resolution(resolution), output(output) {
    SmallVector<GlobalValue *, 8> members;
    collectUsedGlobalVariables(module, members, /*CompilerUsed=*/false);
    for (GlobalValue *value : members)
      used.insert(value->getName());
    for (const InputModule *input : resolution.objects)
      for (const ModuleSymbol &symbol : input->summary.symbols)
        if (symbol.isDefinition())
          definedByObjects.insert(symbol.name);
  }

  void run() {
    for (GlobalValue &value : make_early_inc_range(module.global_values()))
      if (value.isDeclaration())
        settleReference(value);
      else if (!value.hasLocalLinkage() && !value.hasAppendingLinkage() &&
               !value.hasAvailableExternallyLinkage())
        settleDefinition(value);
    dropComdats();
    internalizeModule(module, [&](const GlobalValue &value) {
      return preserved(value) || used.contains(value.getName());
    });
  }

private:
  const Preserved *preserved(const GlobalValue &value) const {
    auto it = resolution.preserved.find(value.getName());
    return it == resolution.preserved.end() ? nullptr : &it->second;
  }

  /// A weak reference that nothing defines is null, unless it may be found when
  /// the image is linked or loaded.
  void settleReference(GlobalValue &value) {
    if (!value.hasExternalWeakLinkage() || output.mayImport)
      return;
    const Symbol *symbol = resolution.symbols.find(value.getName());
    const bool isBound = resolution.mayBeSectionBound(value.getName());
    if (!isBound && !(symbol && symbol->isDefined()))
      value.replaceAllUsesWith(
          ConstantPointerNull::get(cast<PointerType>(value.getType())));
  }

  /// What stays is the one definition of its name, and its visibility is that
  /// of all inputs together.
  void settleDefinition(GlobalValue &value) {
    const Symbol *symbol = resolution.symbols.find(value.getName());
    // A definition that another module knows by name keeps its address.
    if (symbol)
      value.setUnnamedAddr(symbol->unnamedAddr);
    const Preserved *how = preserved(value);
    if (!how && !used.contains(value.getName()))
      return;
    settleLinkage(value);
    const bool isVisible = !how || how->isVisible;
    const bool isProtected =
        symbol && symbol->visibility == GlobalValue::ProtectedVisibility;
    value.setVisibility(!isVisible    ? GlobalValue::HiddenVisibility
                        : isProtected ? GlobalValue::ProtectedVisibility
                                      : GlobalValue::DefaultVisibility);
  }

  /// A weak definition stays one, as in ld.lld; but it must win over that of a
  /// native object, which is made weak and comes first.
  void settleLinkage(GlobalValue &value) const {
    const bool isWeak = value.hasWeakLinkage() || value.hasLinkOnceLinkage();
    if (!isWeak || !output.keepsWeak ||
        definedByObjects.contains(value.getName()))
      value.setLinkage(GlobalValue::ExternalLinkage);
    else
      value.setLinkage(value.hasWeakODRLinkage() ||
                               value.hasLinkOnceODRLinkage()
                           ? GlobalValue::WeakODRLinkage
                           : GlobalValue::WeakAnyLinkage);
  }

  /// Groups are for choosing between inputs, which has been done.
  void dropComdats() {
    for (GlobalObject &object : module.global_objects())
      object.setComdat(nullptr);
    module.getComdatSymbolTable().clear();
  }

  Module &module;
  const Resolution &resolution;
  const SymbolOutput &output;
  StringSet<> used;             ///< Members of llvm.used.
  StringSet<> definedByObjects; ///< Native ones.
};

} // namespace

void internalize(Module &module, const Resolution &resolution,
                 const SymbolOutput &output) {
  TimeTraceScope scope("Internalise");
  Internaliser(module, resolution, output).run();
}

} // namespace llbc
