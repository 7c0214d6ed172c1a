// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Internalize.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace llbc {

void internalize(Module &module, const Resolution &resolution) {
  TimeTraceScope scope("Internalise");
  StringSet<> roots;
  for (StringRef name : resolution.kernels)
    roots.insert(name);
  for (StringRef name : resolution.exports)
    roots.insert(name);
  SmallVector<GlobalValue *, 8> used;
  collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  for (GlobalValue *value : used)
    if (!value->hasLocalLinkage())
      roots.insert(value->getName());

  for (GlobalValue &value : make_early_inc_range(module.global_values())) {
    if (value.hasLocalLinkage() || value.hasAppendingLinkage() ||
        value.hasAvailableExternallyLinkage())
      continue;
    if (value.isDeclaration()) {
      const Symbol *symbol = resolution.symbols.find(value.getName());
      if (value.hasExternalWeakLinkage() && !(symbol && symbol->isDefined()))
        value.replaceAllUsesWith(
            ConstantPointerNull::get(cast<PointerType>(value.getType())));
      continue;
    }
    if (auto *object = dyn_cast<GlobalObject>(&value))
      object->setComdat(nullptr);
    // A definition that another module knows by name keeps its address.
    if (const Symbol *symbol = resolution.symbols.find(value.getName()))
      value.setUnnamedAddr(symbol->unnamedAddr);
    const bool isRoot = roots.contains(value.getName());
    const bool isUsed = resolution.usedByObjects.contains(value.getName());
    value.setVisibility(GlobalValue::DefaultVisibility);
    value.setLinkage(isRoot || isUsed ? GlobalValue::ExternalLinkage
                                      : GlobalValue::InternalLinkage);
    if (isUsed && !isRoot)
      value.setVisibility(GlobalValue::HiddenVisibility);
  }
  module.getComdatSymbolTable().clear();
}

} // namespace llbc
