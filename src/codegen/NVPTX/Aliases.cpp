// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "codegen/Target.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

void replaceVariableAlias(GlobalAlias &alias, const DefinitionReport &report) {
  GlobalObject *target = alias.getAliaseeObject();
  const bool isVisible = !alias.hasLocalLinkage();
  const std::string name = alias.getName().str();
  const bool isWhole =
      target && alias.getAliasee()->stripPointerCastsAndAliases() == target;
  const bool canRename = isWhole && target->hasLocalLinkage();
  if (isVisible && !canRename)
    report.error(alias, "an alias that PTX cannot express",
                 {"note: it must name a whole function, or a variable that is "
                  "not visible itself"});
  alias.replaceAllUsesWith(alias.getAliasee());
  alias.eraseFromParent();
  if (!isVisible || !canRename)
    return;
  target->setName(name);
  target->setLinkage(GlobalValue::ExternalLinkage);
}

} // namespace

void replaceAliases(Module &module, const DefinitionReport &report) {
  replaceFunctionAliases(module, report);
  for (GlobalAlias &alias : make_early_inc_range(module.aliases()))
    replaceVariableAlias(alias, report);
  for (const GlobalIFunc &ifunc : module.ifuncs())
    report.error(ifunc, "PTX has no indirect functions (ifunc)");
}

} // namespace llbc::nvptx
