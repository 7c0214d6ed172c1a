// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/AssemblyNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace llbc {
namespace {

bool isInName(char c) { return isAlnum(c) || c == '_' || c == '.'; }

/// \p text with the name \p from, where it stands alone, replaced by \p to.
std::string replaceName(StringRef text, StringRef from, StringRef to) {
  std::string result;
  while (!text.empty()) {
    StringRef word = text.take_while(isInName);
    result += word == from ? to : word;
    text = text.drop_front(word.size());
    StringRef between = text.take_until(isInName);
    result += between;
    text = text.drop_front(between.size());
  }
  return result;
}

/// Calls \p visit with each piece of inline assembly in live code.
void eachInlineAssembly(LiveModule &source,
                        function_ref<void(CallBase &, InlineAsm &)> visit) {
  for (GlobalValue *value : source.values)
    if (auto *function = dyn_cast<Function>(value))
      for (Instruction &instruction : instructions(*function))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
            visit(*call, *assembly);
}

/// Replaces \p from in all assembly of \p source; whether there was any.
bool replaceInAssembly(LiveModule &source, StringRef from, StringRef to) {
  Module &module = *source.module;
  const std::string text = replaceName(module.getModuleInlineAsm(), from, to);
  bool isNamed = text != module.getModuleInlineAsm();
  if (isNamed)
    module.setModuleInlineAsm(text);
  eachInlineAssembly(source, [&](CallBase &call, InlineAsm &assembly) {
    const std::string code = replaceName(assembly.getAsmString(), from, to);
    if (code == assembly.getAsmString())
      return;
    isNamed = true;
    call.setCalledOperand(InlineAsm::get(
        assembly.getFunctionType(), code, assembly.getConstraintString(),
        assembly.hasSideEffects(), assembly.isAlignStack(),
        assembly.getDialect(), assembly.canThrow()));
  });
  return isNamed;
}

} // namespace

void separateNamesInAssembly(LiveSet &live) {
  SmallVector<std::pair<LiveModule *, GlobalValue *>> candidates;
  for (LiveModule &source : live.modules) {
    SmallVector<GlobalValue *> used;
    collectUsedGlobalVariables(*source.module, used, /*CompilerUsed=*/false);
    collectUsedGlobalVariables(*source.module, used, /*CompilerUsed=*/true);
    for (GlobalValue *value : used)
      if (value->hasLocalLinkage())
        candidates.push_back({&source, value});
  }
  // Few programs have any, and the names of all values are many.
  if (candidates.empty())
    return;
  StringMap<unsigned> modulesWith;
  for (LiveModule &source : live.modules)
    for (const GlobalValue *value : source.values)
      if (value->hasName() && !value->hasAppendingLinkage())
        ++modulesWith[value->getName()];
  unsigned number = 0;
  for (const auto &[source, value] : candidates) {
    if (modulesWith.lookup(value->getName()) < 2)
      continue;
    std::string name;
    do
      name = (value->getName() + "_" + Twine(number++)).str();
    while (modulesWith.contains(name));
    if (!replaceInAssembly(*source, value->getName(), name))
      continue;
    value->setName(name);
    modulesWith[name] = 1;
  }
}

} // namespace llbc
