// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Origins.h"

#include "support/SymbolName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace llbc {
namespace {

std::string describeLocation(const DIFile *file, unsigned line) {
  return file ? (file->getFilename() + ":" + Twine(line)).str() : std::string();
}

std::string locationOf(const GlobalValue &value) {
  if (const auto *function = dyn_cast<Function>(&value)) {
    const DISubprogram *subprogram = function->getSubprogram();
    return subprogram
               ? describeLocation(subprogram->getFile(), subprogram->getLine())
               : std::string();
  }
  SmallVector<DIGlobalVariableExpression *, 1> expressions;
  if (const auto *variable = dyn_cast<GlobalVariable>(&value))
    variable->getDebugInfo(expressions);
  if (expressions.empty())
    return {};
  const DIGlobalVariable *variable = expressions.front()->getVariable();
  return describeLocation(variable->getFile(), variable->getLine());
}

} // namespace

void Origins::record(const LiveSet &live) {
  for (const LiveModule &module : live.modules) {
    modules.push_back(module.input->file->name);
    for (const GlobalValue *value : module.values) {
      std::string &files = fileNames[value->getName()];
      files += (files.empty() ? "" : ", ") + module.input->file->name;
      if (std::string location = locationOf(*value); !location.empty())
        locations.try_emplace(value->getName(), std::move(location));
    }
  }
}

std::string Origins::files(StringRef name) const {
  return fileNames.lookup(name);
}

std::string Origins::location(StringRef name) const {
  return locations.lookup(name);
}

std::string Origins::describe(StringRef name) const {
  const std::string from = files(name);
  return describeSymbol(name) + (from.empty() ? "" : " in " + from);
}

std::string Origins::describeAll() const {
  constexpr size_t maxNames = 8;
  std::string text =
      "from " + join(ArrayRef(modules).take_front(maxNames), ", ");
  return modules.size() > maxNames ? text + ", ..." : text;
}

} // namespace llbc
