// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// argv in, exit status out: the only file that prints or exits.

#include "llbc/CommandLine.h"
#include "llbc/Link.h"

#include "llvm/Support/raw_ostream.h"

using namespace llbc;
using llvm::errs;
using llvm::outs;
using llvm::raw_ostream;

namespace {

enum ExitStatus { Done = 0, LinkFailed = 1, UsageError = 2 };

void print(const Diagnostic &diagnostic) {
  std::string line;
  llvm::raw_string_ostream os(line);
  const bool colours = errs().has_colors();
  os.enable_colors(colours);
  os << "llvm-bitcode-linker: ";
  switch (diagnostic.severity) {
  case Severity::Error:
    os.changeColor(raw_ostream::RED, /*Bold=*/true) << "error: ";
    break;
  case Severity::Warning:
    os.changeColor(raw_ostream::MAGENTA, /*Bold=*/true) << "warning: ";
    break;
  case Severity::Verbose:
    break;
  }
  os.resetColor() << diagnostic.text() << '\n';
  // One write, so that messages of parallel links do not mix.
  errs() << line;
  // Standard error may be closed; the exit status still says what happened.
  errs().clear_error();
}

/// Standard output may be a full disk or a closed pipe as well.
int show(llvm::StringRef text) {
  outs() << text;
  outs().flush();
  if (!outs().has_error())
    return Done;
  print({Severity::Error, "standard output", outs().error().message(), {}});
  outs().clear_error();
  return LinkFailed;
}

void linkAndWrite(const Config &config, Diagnostics &diag) {
  if (llvm::Error err = checkOutputFolders(config))
    return diag.error("", std::move(err));
  LinkResult result = link(config, diag);
  if (llvm::Error err = writeFiles(config, std::move(result)))
    diag.error("", std::move(err));
}

} // namespace

int main(int argc, char **argv) {
  llvm::Expected<Command> command =
      parseCommandLine(llvm::ArrayRef<const char *>(argv, argc));
  if (!command) {
    Diagnostics diag(print);
    diag.error("", command.takeError());
    return UsageError;
  }
  switch (command->action) {
  case Command::Action::ShowHelp:
    return show(helpText(command->dialect));
  case Command::Action::ShowVersion:
    return show(versionText(command->dialect));
  case Command::Action::Link:
    break;
  }
  if (command->announcesVersion && show(versionText(command->dialect)) != Done)
    return LinkFailed;
  if (llvm::Error err = checkTarget(command->config)) {
    Diagnostics diag(print);
    diag.error("", std::move(err));
    return UsageError;
  }
  catchCrashes();
  Diagnostics diag(print, command->config.verbose,
                   command->config.fatalWarnings);
  linkAndWrite(command->config, diag);
  // The process ends here; LLVM's tables need no tidying up one by one.
  outs().flush();
  _exit(diag.hasErrors() ? LinkFailed : Done);
}
