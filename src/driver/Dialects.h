// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the two command line dialects have in common.

#ifndef LLBC_DRIVER_DIALECTS_H
#define LLBC_DRIVER_DIALECTS_H

#include "llbc/CommandLine.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"

#include <optional>

namespace llbc {

/// An error of the command line.
llvm::Error usageError(const llvm::Twine &what);

/// The first argument that cannot be meant: an unknown option (with the nearest
/// spelling of \p table), a missing value.
llvm::Error checkArguments(const llvm::opt::OptTable &table,
                           const llvm::opt::InputArgList &args,
                           unsigned unknownId, unsigned missingIndex,
                           unsigned missingCount);

/// \p choice, or an error that names the option, its bad \p value and what is
/// \p allowed.
template <typename T>
llvm::Expected<T> parseChoice(llvm::StringRef option, llvm::StringRef value,
                              std::optional<T> choice,
                              llvm::StringRef allowed) {
  if (choice)
    return *choice;
  return usageError("bad value '" + value + "' for option '" +
                    option.rtrim('=') + "'; use " + allowed);
}

/// \p value as a level; \p option is named in the error.
llvm::Expected<OptLevel> parseOptLevel(llvm::StringRef option,
                                       llvm::StringRef value);

/// \p value as an AMD code object version, likewise.
llvm::Expected<unsigned> parseCodeObjectVersion(llvm::StringRef option,
                                                llvm::StringRef value);

/// What --emit calls \p spelling, if anything.
std::optional<EmitKind> emitKindOf(llvm::StringRef spelling);

/// All that --emit takes: "asm, obj, ... or dep-info".
std::string listEmitKinds();

/// The options of DeviceOptions.td, by their numbers in one dialect's table.
struct DeviceOptionIds {
  unsigned deviceLibs;
  unsigned libdevice;
  unsigned cudaPath;
  unsigned rocmPath;
  unsigned ftz, ftzValue;
  unsigned precSqrt, precSqrtValue;
  unsigned precDiv, precDivValue;
  unsigned fastMathLibs;
};

#define LLBC_DEVICE_OPTION_IDS(PREFIX)                                         \
  {PREFIX##device_libs, PREFIX##libdevice,     PREFIX##cuda_path,              \
   PREFIX##rocm_path,   PREFIX##ftz,           PREFIX##ftz_eq,                 \
   PREFIX##prec_sqrt,   PREFIX##prec_sqrt_eq,  PREFIX##prec_div,               \
   PREFIX##prec_div_eq, PREFIX##fast_math_libs}

/// Fills in what the options of DeviceOptions.td say.
llvm::Error fillDeviceOptions(const llvm::opt::InputArgList &args,
                              const DeviceOptionIds &ids, Config &config);

/// What no single option can be wrong about.
llvm::Error checkConfig(const Config &config);

/// Parses \p args, with response files expanded, as rustc's `llbc` flavour
/// writes them.
llvm::Expected<Command> parseLlbcCommandLine(llvm::ArrayRef<const char *> args);

/// The text of --help in that dialect.
std::string llbcHelpText();

/// Parses \p args, with response files expanded, as ld.lld does.
llvm::Expected<Command> parseLldCommandLine(llvm::ArrayRef<const char *> args);

/// The text of --help and --version in ld.lld's dialect.
std::string lldHelpText();
std::string lldVersionText();

} // namespace llbc

#endif // LLBC_DRIVER_DIALECTS_H
