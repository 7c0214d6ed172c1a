// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "report/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace llbc {

void replaceFunctionAliases(Module &module, Diagnostics &diag) {
  for (GlobalAlias &alias : make_early_inc_range(module.aliases())) {
    auto *function = dyn_cast_or_null<Function>(alias.getAliaseeObject());
    if (!function)
      continue;
    const bool isVisible = !alias.hasLocalLinkage();
    const bool isWhole = alias.getAliasee()->stripPointerCasts() == function;
    const std::string name = alias.getName().str();
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
    if (!isVisible)
      continue;
    if (!isWhole) {
      diag.error("", "an alias must name a whole function: " +
                         describeSymbol(name));
      continue;
    }
    ValueToValueMapTy values;
    Function *copy = CloneFunction(function, values);
    copy->setLinkage(GlobalValue::ExternalLinkage);
    copy->setName(name);
  }
}

} // namespace llbc
