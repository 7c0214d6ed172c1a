// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two command line dialects have in common.

#ifndef LLBC_DRIVER_DIALECTS_H
#define LLBC_DRIVER_DIALECTS_H

#include "llbc/CommandLine.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

namespace llbc {

/// An error of the command line.
llvm::Error usageError(const llvm::Twine &what);

/// The first argument that cannot be meant: an unknown option (with the nearest
/// spelling of \p table), a missing value.
llvm::Error checkArguments(const llvm::opt::OptTable &table,
                           const llvm::opt::InputArgList &args,
                           unsigned unknownId, unsigned missingIndex,
                           unsigned missingCount);

/// \p value as a level; \p option is named in the error.
llvm::Expected<OptLevel> parseOptLevel(llvm::StringRef option,
                                       llvm::StringRef value);

/// \p value as an AMD code object version, likewise.
llvm::Expected<unsigned> parseCodeObjectVersion(llvm::StringRef option,
                                                llvm::StringRef value);

/// What no single option can be wrong about.
llvm::Error checkConfig(const Config &config);

/// Parses \p args, with response files expanded, as ld.lld does.
llvm::Expected<Command> parseLldCommandLine(llvm::ArrayRef<const char *> args);

/// The text of --help and --version in ld.lld's dialect.
std::string lldHelpText();
std::string lldVersionText();

} // namespace llbc

#endif // LLBC_DRIVER_DIALECTS_H
