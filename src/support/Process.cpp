// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Process.h"

#include "support/MemoryFile.h"

#include "llvm/Support/Program.h"

#include <optional>

using namespace llvm;

namespace llbc {

Expected<ProcessResult> runProcess(StringRef program,
                                   ArrayRef<std::string> args) {
  Expected<Descriptor> output = makeMemoryFile("");
  if (!output)
    return output.takeError();
  std::vector<StringRef> words = {program};
  words.insert(words.end(), args.begin(), args.end());
  const std::string outputPath = output->childPath();
  std::string reason;
  bool failedToStart = false;
  ProcessResult result;
  result.status = sys::ExecuteAndWait(
      program, words, /*Env=*/std::nullopt,
      {StringRef(""), StringRef(outputPath), StringRef(outputPath)},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &reason, &failedToStart);
  result.output = readMemoryFile(*output);
  // Under emulators, that there is no such program is known by the status only.
  if (failedToStart || (result.status == -1 && result.output.empty()))
    return createStringError("cannot run " + program + ": " + reason);
  if (result.status < 0)
    result.output += reason;
  return result;
}

} // namespace llbc
