// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From LLVM's words about a function to the user's: which file it came from.

#ifndef LLBC_REPORT_VERIFY_H
#define LLBC_REPORT_VERIFY_H

#include "link/LiveSet.h"

#include "llvm/IR/DiagnosticHandler.h"

namespace llbc {

/// Which input each live definition came from, kept after the inputs' modules
/// are gone.
class Origins {
public:
  void record(const LiveSet &live);
  bool empty() const { return modules.empty(); }

  /// The files that define \p name, separated by commas; "" if unknown. More
  /// than one where local names are equal.
  std::string files(llvm::StringRef name) const;

  /// Where \p name is defined, as debug information has it, such as
  /// "src/lib.rs:41"; "" if unknown.
  std::string location(llvm::StringRef name) const;

  /// `name in file`, for messages.
  std::string describe(llvm::StringRef name) const;

  /// "from a, b or c": the files that take part, where no single one is known.
  std::string describeAll() const;

private:
  std::vector<std::string> modules;
  llvm::StringMap<std::string> fileNames;
  llvm::StringMap<std::string> locations;
};

/// Reports each function of \p module that LLVM's verifier rejects; \p when
/// names the stage that came before. Debug information alone that is invalid is
/// dropped, with a warning if the output \p wantsDebug information.
void verify(llvm::Module &module, const Origins &origins, llvm::StringRef when,
            bool wantsDebug, Diagnostics &diag);

/// A handler that turns LLVM's errors and warnings into ours; remarks are
/// dropped.
std::unique_ptr<llvm::DiagnosticHandler>
makeDiagnosticHandler(Diagnostics &diag, const Origins &origins);

} // namespace llbc

#endif // LLBC_REPORT_VERIFY_H
