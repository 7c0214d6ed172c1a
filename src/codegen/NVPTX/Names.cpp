// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "report/SymbolName.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

bool isFollower(char c) { return isAlnum(c) || c == '_' || c == '$'; }

/// PTX ISA, "Identifiers": a letter and followers, or one of _ $ % and at least
/// one follower.
bool isIdentifier(StringRef name) {
  if (name.empty())
    return false;
  const bool mayBeAlone = isAlpha(name.front());
  if (!mayBeAlone && !StringRef("_$%").contains(name.front()))
    return false;
  return (mayBeAlone || name.size() > 1) &&
         llvm::all_of(name.drop_front(), isFollower);
}

/// LLVM's own spelling for a dot, used for every illegal character.
std::string makeIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    if (isFollower(c))
      result += c;
    else
      result += "_$_";
  return isIdentifier(result) ? result : "_" + result;
}

} // namespace

void legalizeNames(Module &module, Diagnostics &diag) {
  for (GlobalValue &value : module.global_values()) {
    if (!value.hasName() || isIdentifier(value.getName()) ||
        value.getName().starts_with("llvm."))
      continue;
    if (value.hasLocalLinkage()) {
      // LLVM adds a number where the new name is taken.
      value.setName(makeIdentifier(value.getName()));
    } else if (!value.isDeclaration() || !value.use_empty()) {
      diag.error("",
                 "a visible name is no PTX identifier: " +
                     describeSymbol(value.getName()),
                 {"note: PTX allows letters, digits, '_' and '$'"});
    }
  }
}

} // namespace llbc::nvptx
