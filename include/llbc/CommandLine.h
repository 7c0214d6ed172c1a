// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_COMMANDLINE_H
#define LLBC_COMMANDLINE_H

#include "llbc/Config.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llbc {

/// Whose options a command line has.
enum class Dialect {
  Llbc, ///< rustc's `llbc` linker flavour; the default.
  Lld,  ///< ld.lld: the program's name ends so, or `-flavor gnu` comes first.
};

/// What a command line asks for.
struct Command {
  enum class Action { Link, ShowHelp, ShowVersion };
  Action action = Action::Link;
  Dialect dialect = Dialect::Llbc;
  bool announcesVersion = false; ///< Print the version, then link.
  Config config; ///< Complete and consistent when the action is Link.
};

/// Parses \p args (the program's name first), expanding response files.
/// Errors name the option or response file as it was typed; each is a fault
/// of the command line, not of the link.
llvm::Expected<Command> parseCommandLine(llvm::ArrayRef<const char *> args);

/// Parses \p words, options without a program's name before them, for a link
/// that a program asks for: neither inputs nor an output must be among them.
/// With `-flavor gnu` first, they are ld.lld's.
llvm::Expected<Config> parseOptions(llvm::ArrayRef<const char *> words);

/// What --emit calls \p kind; ends with a zero byte.
std::string_view spellingOf(EmitKind kind);

/// The text of --help and of --version, each with a final newline.
std::string helpText(Dialect dialect);
std::string versionText(Dialect dialect);

} // namespace llbc

#endif // LLBC_COMMANDLINE_H
