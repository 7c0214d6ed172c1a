// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/StringExtras.h"

#include <optional>

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

bool isNumber(StringRef text) {
  return !text.empty() && llvm::all_of(text, isDigit);
}

/// What means something else inside a function: LLVM's names for registers,
/// labels, the stack and the parameters of calls, and what PTX itself defines.
/// ptxas would take the inner meaning, mostly without a word.
bool isTaken(StringRef name) {
  static constexpr StringRef numbered[] = {"param", "retval", "func_retval",
                                           "prototype_", "__local_depot"};
  for (StringRef prefix : numbered)
    if (StringRef rest = name; rest.consume_front(prefix) && isNumber(rest))
      return true;
  return name.starts_with("%") || name.starts_with("$L_") || name == "WARP_SZ";
}

/// LLVM's name for the parameter \p number of the function \p owner.
struct ParameterName {
  StringRef owner;
  unsigned number = 0;
};

std::optional<ParameterName> parseParameter(StringRef name) {
  constexpr StringRef infix = "_param_";
  const size_t at = name.rfind(infix);
  ParameterName result;
  if (at == StringRef::npos || !isNumber(name.substr(at + infix.size())) ||
      name.substr(at + infix.size()).getAsInteger(10, result.number))
    return std::nullopt;
  result.owner = name.take_front(at);
  return result;
}

bool isParameter(StringRef name, const Module &module) {
  const std::optional<ParameterName> parsed = parseParameter(name);
  if (!parsed)
    return false;
  const Function *owner = module.getFunction(parsed->owner);
  return owner && parsed->number < owner->arg_size() + owner->isVarArg();
}

/// LLVM's own spelling for a dot, used for every illegal character.
std::string makeIdentifier(StringRef name) {
  std::string result;
  for (char c : name)
    if (isFollower(c))
      result += c;
    else
      result += "_$_";
  if (!isIdentifier(result) || isTaken(result))
    result.insert(0, "_");
  // Any function can still get the name that this would be a parameter of.
  return parseParameter(result) ? result + "_" : result;
}

void checkVisible(const GlobalValue &value, const DefinitionReport &report) {
  constexpr StringRef what = "PTX cannot hold a visible symbol of this name";
  StringRef name = value.getName();
  if (!isIdentifier(name))
    report.error(value, what,
                 {"note: PTX allows letters, digits, '_' and '$', and no digit "
                  "at the front"});
  else if (isTaken(name) || isParameter(name, *value.getParent()))
    report.error(value, what,
                 {"note: inside functions it means a register, a label or a "
                  "parameter"});
}

bool isOfLLVM(const GlobalValue &value) {
  return !value.hasName() || value.getName().starts_with("llvm.");
}

/// All dynamic shared memory of a kernel starts at one address, and nothing
/// outside of the PTX looks for its name.
bool isDynamicShared(const GlobalValue &value) {
  return value.isDeclaration() && isa<GlobalVariable>(value) &&
         value.getAddressSpace() == sharedAddressSpace;
}

bool mayBeRenamed(const GlobalValue &value) {
  return (value.hasLocalLinkage() || isDynamicShared(value)) &&
         !isOfLLVM(value);
}

} // namespace

void legalizeNames(Module &module, const DefinitionReport &report) {
  for (GlobalValue &value : module.global_values()) {
    StringRef name = value.getName();
    // LLVM adds a number where the new name is taken.
    if (mayBeRenamed(value) &&
        (!isIdentifier(name) || isTaken(name) || parseParameter(name)))
      value.setName(makeIdentifier(name));
  }
  for (const GlobalValue &value : module.global_values())
    if (!value.hasLocalLinkage() && !isOfLLVM(value) &&
        !(value.isDeclaration() && value.use_empty()))
      checkVisible(value, report);
}

} // namespace llbc::nvptx
