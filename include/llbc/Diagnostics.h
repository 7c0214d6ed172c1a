// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one sink for everything a link has to say. It is passed in, never
// global; what a message looks like on a terminal is main's business.

#ifndef LLBC_DIAGNOSTICS_H
#define LLBC_DIAGNOSTICS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace llbc {

enum class Severity { Verbose, Warning, Error };

/// One message: what, where, and indented lines that explain it.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string where; ///< A file, `archive(member)`, or empty.
  std::string what;  ///< Lower case, no final period.
  std::vector<std::string> notes;

  /// The text after the tool's name and severity: `where: what`, then the
  /// notes, two spaces in, one a line; no newline at the end.
  std::string text() const;
};

/// Collects messages and hands each to a consumer. Safe to use from several
/// threads.
class Diagnostics {
public:
  using Consumer = std::function<void(const Diagnostic &)>;

  /// \p consumer is called once per message, one call at a time. Verbose
  /// messages reach it only when \p verbose is set. With \p fatalWarnings
  /// warnings are errors.
  explicit Diagnostics(Consumer consumer, bool verbose = false,
                       bool fatalWarnings = false)
      : consumer(std::move(consumer)), verbose(verbose),
        fatalWarnings(fatalWarnings) {}

  void report(const Diagnostic &diagnostic);
  void error(const llvm::Twine &where, const llvm::Twine &what,
             std::vector<std::string> notes = {});
  void warning(const llvm::Twine &where, const llvm::Twine &what,
               std::vector<std::string> notes = {});
  void note(const llvm::Twine &what);

  /// Consumes \p err and reports each error in it as one message; an error that
  /// names a file itself is reported there.
  void error(const llvm::Twine &where, llvm::Error err,
             std::vector<std::string> notes = {});

  bool isVerbose() const { return verbose; }
  bool hasErrors() const { return errorCount() != 0; }
  unsigned errorCount() const;

private:
  Consumer consumer;
  bool verbose;
  bool fatalWarnings;
  mutable std::mutex mutex;
  unsigned errors = 0;
};

} // namespace llbc

#endif // LLBC_DIAGNOSTICS_H
