// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_COMMANDLINE_H
#define LLBC_COMMANDLINE_H

#include "llbc/Config.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llbc {

/// What a command line asks for.
struct Command {
  enum class Action { Link, ShowHelp, ShowVersion };
  Action action = Action::Link;
  Config config; ///< Complete and consistent when the action is Link.
};

/// Parses \p args (without the program's name), expanding response files.
/// Errors name the option or response file as it was typed; each is a fault
/// of the command line, not of the link.
llvm::Expected<Command> parseCommandLine(llvm::ArrayRef<const char *> args);

/// The text of --help and of --version, each with a final newline.
std::string helpText();
std::string versionText();

} // namespace llbc

#endif // LLBC_COMMANDLINE_H
