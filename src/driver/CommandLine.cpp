// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The choice between the two dialects.

#include "llbc/CommandLine.h"

#include "device/DeviceFamily.h"
#include "driver/Dialects.h"
#include "driver/ResponseFile.h"

#include "llvm/Config/llvm-config.h"

#include <cstdlib>

using namespace llvm;

namespace llbc {
namespace {

/// The arguments of ld.lld, if that is meant: by the program's name, or by
/// `-flavor gnu` as its driver takes it.
std::optional<ArrayRef<const char *>>
lldArguments(StringRef program, ArrayRef<const char *> args) {
  if (args.size() >= 2 && StringRef(args[0]).ltrim('-') == "flavor" &&
      (StringRef(args[1]) == "gnu" || StringRef(args[1]) == "ld.lld"))
    return args.drop_front(2);
  if (program.ends_with("ld.lld"))
    return args;
  return std::nullopt;
}

} // namespace

static Expected<Command> parseWords(StringRef program,
                                    ArrayRef<const char *> words) {
  BumpPtrAllocator allocator;
  SmallVector<const char *, 128> expanded(words);
  Expected<std::vector<std::string>> responseFiles =
      expandResponseFiles(expanded, allocator);
  if (!responseFiles)
    return responseFiles.takeError();
  Expected<Command> command = Command();
  if (std::optional<ArrayRef<const char *>> args =
          lldArguments(program, expanded))
    command = parseLldCommandLine(*args);
  else
    command = parseLlbcCommandLine(expanded);
  if (command)
    command->config.responseFiles = std::move(*responseFiles);
  return command;
}

Expected<Command> parseCommandLine(ArrayRef<const char *> args) {
  StringRef program = args.empty() ? "" : args.front();
  Expected<Command> command =
      parseWords(program, args.drop_front(args.empty() ? 0 : 1));
  if (!command || command->action != Command::Action::Link)
    return command;
  if (Error err = checkConfig(command->config))
    return err;
  // The command's environment, not that of every program with the library.
  if (const char *folder = getenv("LLVM_BITCODE_LINKER_CACHE");
      folder && command->config.cacheDir.empty())
    command->config.cacheDir = folder;
  return command;
}

Expected<Config> parseOptions(ArrayRef<const char *> words) {
  Expected<Command> command = parseWords("", words);
  if (!command)
    return command.takeError();
  if (command->action != Command::Action::Link)
    return usageError("--help and --version are not for a link");
  return std::move(command->config);
}

std::string helpText(Dialect dialect) {
  return dialect == Dialect::Lld ? lldHelpText() : llbcHelpText();
}

std::string versionText(Dialect dialect) {
  if (dialect == Dialect::Lld)
    return lldVersionText();
  return "llvm-bitcode-linker " LLBC_VERSION "\nLLVM " LLVM_VERSION_STRING
         "\ntargets: " +
         listFamilies(" ", " ") + "\nrustc: every release with LLVM " +
         std::to_string(LLVM_VERSION_MAJOR) +
         " or older; see the table in docs/cargo.md\n";
}

} // namespace llbc
