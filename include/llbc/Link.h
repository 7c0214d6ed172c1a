// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A link as a function: inputs from files or memory, results in memory.
//
// Any number of links may run at once, each in a thread of its own and with its
// own Config and Diagnostics. A link writes no file and prints nothing. It
// changes nothing in the process beside the following, which LLVM and lld keep
// once for each process:
//
// - LLVM's targets are registered, once.
// - A link with Config::llvmArgs sets LLVM's command line options while no
//   other link runs; afterwards those options have LLVM's defaults again. A
//   link without them leaves the options alone.
// - Links with Config::timeTrace run one after the other, and nothing else in
//   the process may use LLVM's time profiler meanwhile.
// - lld can do one link at a time: links that end in an ELF image wait for each
//   other there, and nothing else in the process may run lld meanwhile.
// - What goes to lld or to NVIDIA's tools goes by /proc/self/fd; these are the
//   only child processes, and each is waited for by its number.
// - Handlers of signals and of LLVM's fatal errors are set only by the two
//   functions at the end of this file.

#ifndef LLBC_LINK_H
#define LLBC_LINK_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace llbc {

/// A file that a link made, not yet written.
struct OutputFile {
  /// Where the options say that it belongs; "-" is standard output. Empty if
  /// they do not say: \c Config::output may be empty.
  std::string path;
  std::string bytes;
  // NOLINTBEGIN(readability-redundant-member-init): for aggregates without them
  /// Absent: an intermediate file (--save-temps, --time-trace).
  std::optional<EmitKind> kind = {};
  /// The processor, where there is one file of this kind for each of several.
  std::string arch = {};
  // NOLINTEND(readability-redundant-member-init)
};

/// What a link made and read.
struct LinkResult {
  bool succeeded = false;
  /// What was asked for, in the order of Config::emissions and then of the
  /// processors; empty if the link failed.
  std::vector<OutputFile> outputs;
  /// Also there after a failure, as far as the link came.
  std::vector<OutputFile> intermediates;
  /// Every file that was read, once, in the order of reading.
  std::vector<std::string> dependencies;
};

/// Fails if \p config names a target that there is none of: a fault of the
/// command line, whatever the inputs are.
llvm::Error checkTarget(const Config &config);

/// Links as \p config says. Every reason for a failure has been reported to
/// \p diag when it returns. \p diag is called from threads of the link's own,
/// one call at a time.
LinkResult link(const Config &config, Diagnostics &diag);

/// Fails if the folder of a file that \p config names is not there: what would
/// fail after the link can be said before it.
llvm::Error checkOutputFolders(const Config &config);

/// Writes the files of \p result, as \p config names them: all or none. Fails
/// if two of them are the same file, or if one is among the files that were
/// read. Of a link that failed, writes the intermediate files.
llvm::Error writeFiles(const Config &config, LinkResult result);

/// Makes LLVM's fatal errors during a link errors of that link; without it they
/// end the process. It takes the place of the process's own handler of LLVM's
/// fatal errors and leaves signals alone. Call it once, before the first link.
void catchFatalErrors();

/// The same, and for crashes too: sets handlers for SIGABRT, SIGBUS, SIGFPE,
/// SIGILL, SIGSEGV and SIGTRAP, which pass on what is no link's, ignores
/// SIGPIPE and SIGXFSZ, and makes running out of memory a fatal error.
void catchCrashes();

} // namespace llbc

#endif // LLBC_LINK_H
