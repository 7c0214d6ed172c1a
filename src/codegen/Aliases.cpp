// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace llbc {

void replaceFunctionAliases(Module &module, const DefinitionReport &report) {
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    auto *function = dyn_cast_or_null<Function>(alias.getAliaseeObject());
    if (!function)
      continue;
    const bool isVisible = !alias.hasLocalLinkage();
    const bool isWhole =
        alias.getAliasee()->stripPointerCastsAndAliases() == function;
    const std::string name = alias.getName().str();
    if (isVisible && !isWhole)
      report.error(alias, "an alias must name a whole function");
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
    if (!isVisible || !isWhole)
      continue;
    ValueToValueMapTy values;
    Function *copy = CloneFunction(function, values);
    copy->setLinkage(GlobalValue::ExternalLinkage);
    copy->setName(name);
  }
}

} // namespace llbc
