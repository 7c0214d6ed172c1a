// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How checks of the code say where it is wrong: one form for all of them.

#ifndef LLBC_REPORT_DEFINITIONREPORT_H
#define LLBC_REPORT_DEFINITIONREPORT_H

#include "llbc/Diagnostics.h"

#include "report/Verify.h"

#include "llvm/IR/Instruction.h"

namespace llbc {

/// Reports on definitions and on code, with the source's line and the input
/// file where they are known. To be used before names change.
class DefinitionReport {
public:
  /// Both must outlive the report.
  DefinitionReport(const Origins &origins, Diagnostics &diag)
      : origins(origins), diag(diag) {}

  /// `file:line: what: name`, then `defined in <input>` and \p notes.
  void error(const llvm::GlobalValue &subject, const llvm::Twine &what,
             std::vector<std::string> notes = {}) const;
  void warning(const llvm::GlobalValue &subject, const llvm::Twine &what,
               std::vector<std::string> notes = {}) const;

  /// `file:line: what`, then `in <function> in <input>` and \p notes.
  void error(const llvm::Instruction &at, const llvm::Twine &what,
             std::vector<std::string> notes = {}) const;

  /// On the module as a whole.
  void error(const llvm::Twine &what,
             std::vector<std::string> notes = {}) const;

  /// \p value's name for a message, also if it has none.
  static std::string describe(const llvm::GlobalValue &value);

private:
  void report(Severity severity, const llvm::GlobalValue &subject,
              const llvm::Twine &what, std::vector<std::string> notes) const;

  const Origins &origins;
  Diagnostics &diag;
};

} // namespace llbc

#endif // LLBC_REPORT_DEFINITIONREPORT_H
