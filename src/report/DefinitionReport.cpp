// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/DefinitionReport.h"

#include "support/SymbolName.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace llbc {

void DefinitionReport::error(const GlobalValue &subject, const Twine &what,
                             std::vector<std::string> notes) const {
  report(Severity::Error, subject, what, std::move(notes));
}

void DefinitionReport::warning(const GlobalValue &subject, const Twine &what,
                               std::vector<std::string> notes) const {
  report(Severity::Warning, subject, what, std::move(notes));
}

void DefinitionReport::error(const Instruction &at, const Twine &what,
                             std::vector<std::string> notes) const {
  StringRef function = at.getFunction()->getName();
  std::string where = origins.location(function);
  if (const DILocation *location = at.getDebugLoc())
    where = (location->getFilename() + ":" + Twine(location->getLine())).str();
  notes.insert(notes.begin(), "in " + origins.describe(function));
  diag.error(where, what, std::move(notes));
}

void DefinitionReport::error(const Twine &what,
                             std::vector<std::string> notes) const {
  diag.error("", what, std::move(notes));
}

std::string DefinitionReport::describe(const GlobalValue &value) {
  return value.hasName() ? describeSymbol(value.getName()) : "(without a name)";
}

void DefinitionReport::report(Severity severity, const GlobalValue &subject,
                              const Twine &what,
                              std::vector<std::string> notes) const {
  const std::string files = origins.files(subject.getName());
  if (!files.empty())
    notes.insert(notes.begin(), "defined in " + files);
  diag.report({severity, origins.location(subject.getName()),
               (what + ": " + describe(subject)).str(), std::move(notes)});
}

} // namespace llbc
