// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llbc/Diagnostics.h"

using namespace llvm;

namespace llbc {

std::string Diagnostic::text() const {
  std::string result = where.empty() ? what : where + ": " + what;
  for (const std::string &note : notes)
    result += "\n  " + note;
  return result;
}

void Diagnostics::report(const Diagnostic &diagnostic) {
  if (diagnostic.severity == Severity::Verbose && !verbose)
    return;
  Diagnostic message = diagnostic;
  if (fatalWarnings && message.severity == Severity::Warning)
    message.severity = Severity::Error;
  std::lock_guard<std::mutex> lock(mutex);
  if (message.severity == Severity::Error)
    ++errors;
  consumer(message);
}

void Diagnostics::error(const Twine &where, const Twine &what,
                        std::vector<std::string> notes) {
  report({Severity::Error, where.str(), what.str(), std::move(notes)});
}

void Diagnostics::warning(const Twine &where, const Twine &what,
                          std::vector<std::string> notes) {
  report({Severity::Warning, where.str(), what.str(), std::move(notes)});
}

void Diagnostics::note(const Twine &what) {
  if (verbose)
    report({Severity::Verbose, {}, what.str(), {}});
}

void Diagnostics::error(const Twine &where, Error err,
                        std::vector<std::string> notes) {
  handleAllErrors(
      std::move(err),
      [&](const FileError &info) {
        error(info.getFileName(), info.messageWithoutFileInfo(), notes);
      },
      [&](const ErrorInfoBase &info) { error(where, info.message(), notes); });
}

unsigned Diagnostics::errorCount() const {
  std::lock_guard<std::mutex> lock(mutex);
  return errors;
}

} // namespace llbc
