// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Cuda.h"

#include "support/MemoryFile.h"
#include "support/Process.h"
#include "support/Toolkits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace llbc {

Expected<std::string> findCudaTool(StringRef name, const Config &config) {
  const std::vector<std::string> folders = cudaProgramFolders(config);
  const SmallVector<StringRef> places(folders.begin(), folders.end());
  if (ErrorOr<std::string> path = sys::findProgramByName(name, places))
    return *path;
  return createStringError("cannot find " + name + " in " +
                           join(folders, ", ") +
                           "; pass --cuda-path <toolkit>" +
                           (name == "ptxas" ? " or --ptxas <file>" : ""));
}

Expected<std::string> makeFatbin(ArrayRef<DeviceImage> images,
                                 const Config &config) {
  Expected<std::string> tool = findCudaTool("fatbinary", config);
  if (!tool)
    return tool.takeError();
  Expected<Descriptor> output = makeMemoryFile("");
  if (!output)
    return output.takeError();
  std::vector<Descriptor> files;
  std::vector<std::string> args = {"-64", "--create=" + output->childPath()};
  for (const DeviceImage &image : images) {
    Expected<Descriptor> file = makeMemoryFile(image.bytes);
    if (!file)
      return file.takeError();
    StringRef kind = image.kind == object::IMG_PTX ? "ptx" : "elf";
    args.push_back(("--image3=kind=" + kind +
                    ",sm=" + StringRef(image.arch).drop_front(3) +
                    ",file=" + file->childPath())
                       .str());
    files.push_back(std::move(*file));
  }
  Expected<ProcessResult> result = runProcess(*tool, args);
  if (!result)
    return result.takeError();
  std::string fatbin = readMemoryFile(*output);
  if (result->status == 0 && !fatbin.empty())
    return fatbin;
  return createStringError(*tool + " failed with status " +
                           Twine(result->status) + ": " +
                           StringRef(result->output).trim());
}

} // namespace llbc
