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

/// Names that mean something else inside a function: LLVM's for the parameters
/// of calls, and PTX's only predefined constant that has no '%'.
bool isTaken(StringRef name) {
  static constexpr StringRef prefixes[] = {"param", "retval", "func_retval"};
  for (StringRef prefix : prefixes)
    if (StringRef rest = name; rest.consume_front(prefix) && !rest.empty() &&
                               llvm::all_of(rest, isDigit))
      return true;
  return name == "WARP_SZ";
}

/// LLVM's own spelling for a dot, used for every illegal character.
std::string makeIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    if (isFollower(c))
      result += c;
    else
      result += "_$_";
  return isIdentifier(result) && !isTaken(result) ? result : "_" + result;
}

} // namespace

void legalizeNames(Module &module, Diagnostics &diag) {
  for (GlobalValue &value : module.global_values()) {
    StringRef name = value.getName();
    if (name.empty() || name.starts_with("llvm.") ||
        (isIdentifier(name) && !isTaken(name)))
      continue;
    if (value.hasLocalLinkage()) {
      // LLVM adds a number where the new name is taken.
      value.setName(makeIdentifier(name));
    } else if (!value.isDeclaration() || !value.use_empty()) {
      diag.error("",
                 "PTX cannot hold a visible symbol of this name: " +
                     describeSymbol(name),
                 {"note: PTX allows letters, digits, '_' and '$', but not "
                  "param0, retval0 and the like"});
    }
  }
}

} // namespace llbc::nvptx
