// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "codegen/Target.h"
#include "report/SymbolName.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

void replaceVariableAlias(GlobalAlias &alias, Diagnostics &diag) {
  GlobalObject *target = alias.getAliaseeObject();
  const bool isVisible = !alias.hasLocalLinkage();
  const std::string name = alias.getName().str();
  const bool isWhole =
      target && alias.getAliasee()->stripPointerCasts() == target;
  alias.replaceAllUsesWith(alias.getAliasee());
  alias.eraseFromParent();
  if (!isVisible)
    return;
  if (isWhole && target->hasLocalLinkage()) {
    target->setName(name);
    target->setLinkage(GlobalValue::ExternalLinkage);
    return;
  }
  diag.error("", "PTX cannot express the alias " + describeSymbol(name) +
                     ": it must name a whole function, or a variable that is "
                     "not visible itself");
}

} // namespace

void replaceAliases(Module &module, Diagnostics &diag) {
  replaceFunctionAliases(module, diag);
  for (GlobalAlias &alias : make_early_inc_range(module.aliases()))
    replaceVariableAlias(alias, diag);
  for (GlobalIFunc &ifunc : module.ifuncs())
    diag.error("", "PTX cannot express the ifunc " +
                       describeSymbol(ifunc.getName()));
}

} // namespace llbc::nvptx
