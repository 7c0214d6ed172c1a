// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Cuda.h"

#include "report/SymbolName.h"
#include "support/MemoryFile.h"
#include "support/Process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace llbc {
namespace {

/// Looks where a user would: what was said, then the environment, then the
/// usual place.
Expected<std::string> findTool(StringRef name, const Config &config) {
  std::vector<std::string> folders;
  auto addToolkit = [&](StringRef root) {
    SmallString<128> folder = root;
    sys::path::append(folder, "bin");
    folders.push_back(folder.str().str());
  };
  if (!config.cudaPath.empty()) {
    addToolkit(config.cudaPath);
  } else {
    for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
      if (std::optional<std::string> root = sys::Process::GetEnv(variable);
          root && !root->empty())
        addToolkit(*root);
    if (std::optional<std::string> path = sys::Process::GetEnv("PATH"))
      for (StringRef folder : split(*path, ':'))
        if (!folder.empty())
          folders.push_back(folder.str());
    addToolkit("/usr/local/cuda");
  }
  for (StringRef folder : folders) {
    SmallString<128> path = folder;
    sys::path::append(path, name);
    if (sys::fs::can_execute(path))
      return path.str().str();
  }
  return createStringError("cannot find " + name + " in " +
                           join(folders, ", ") +
                           "; pass --cuda-path <toolkit>" +
                           (name == "ptxas" ? " or --ptxas <file>" : ""));
}

/// The function that line \p number (from 1) of \p ptx stands in; "" if none.
StringRef functionAt(StringRef ptx, unsigned number) {
  StringRef function;
  for (unsigned i = 0; i != number && !ptx.empty(); ++i) {
    StringRef line;
    std::tie(line, ptx) = ptx.split('\n');
    for (StringRef keyword : {".entry ", ".func "})
      if (const size_t at = line.find(keyword);
          at != StringRef::npos && line.trim().starts_with(".")) {
        StringRef rest = line.drop_front(at + keyword.size()).ltrim();
        if (rest.starts_with("(")) // What a function returns.
          rest = rest.split(')').second.ltrim();
        function = rest.take_until(
            [](char c) { return isSpace(c) || c == '(' || c == ','; });
      }
    if (line.starts_with("}"))
      function = i + 1 == number ? function : StringRef();
  }
  return function;
}

/// "ptxas <file>, line 12; error   : what", for the user.
void reportLine(StringRef line, StringRef path, const DeviceImage &image,
                Diagnostics &diag) {
  std::vector<std::string> notes;
  StringRef what = line;
  what.consume_front("ptxas ");
  if (what.consume_front(path) && what.consume_front(", line ")) {
    unsigned number = 0;
    if (!what.consumeInteger(10, number)) {
      if (StringRef function = functionAt(image.bytes, number);
          !function.empty())
        notes.push_back("in " + describeSymbol(function));
      SmallVector<StringRef> lines;
      StringRef(image.bytes).split(lines, '\n');
      if (number <= lines.size() && number != 0)
        notes.push_back("line " + std::to_string(number) +
                        " of the PTX: " + lines[number - 1].trim().str());
    }
    what.consume_front("; ");
  }
  auto [severity, message] = what.split(':');
  if (severity.trim() == "warning")
    return diag.warning("ptxas", message.trim(), std::move(notes));
  if (severity.trim() == "error" || severity.trim() == "fatal")
    return diag.error("ptxas", message.trim(), std::move(notes));
  diag.note("ptxas: " + what);
}

} // namespace

Expected<DeviceImage> assemblePTX(const DeviceImage &image,
                                  const Config &config, Diagnostics &diag) {
  Expected<std::string> tool = config.ptxas.empty()
                                   ? findTool("ptxas", config)
                                   : Expected<std::string>(config.ptxas);
  if (!tool)
    return tool.takeError();
  Expected<Descriptor> ptx = makeMemoryFile(image.bytes);
  if (!ptx)
    return ptx.takeError();
  Expected<Descriptor> cubin = makeMemoryFile("");
  if (!cubin)
    return cubin.takeError();
  std::vector<std::string> args = {"-m64", "-arch=" + image.arch,
                                   ptx->childPath(), "-o", cubin->childPath()};
  // `.target sm_90, debug` promises code that is not optimised.
  StringRef target = StringRef(image.bytes).split(".target").second;
  if (target.split('\n').first.contains("debug"))
    args.push_back("-g");
  else
    args.insert(args.end(), {"-O3", "-lineinfo"});
  Expected<ProcessResult> result = runProcess(*tool, args);
  if (!result)
    return result.takeError();
  for (StringRef line : split(result->output, '\n'))
    if (!line.trim().empty())
      reportLine(line, ptx->childPath(), image, diag);
  DeviceImage assembled = image;
  assembled.kind = object::IMG_Cubin;
  assembled.bytes = readMemoryFile(*cubin);
  Expected<DeviceImage> known =
      readDeviceImage(assembled.bytes, image.name, image.arch);
  const bool isCubin = known && known->kind == object::IMG_Cubin;
  consumeError(known.takeError());
  if (result->status == 0 && isCubin)
    return assembled;
  if (result->status == 0)
    return createStringError(*tool + " left no cubin");
  return createStringError(*tool + " failed with status " +
                           Twine(result->status));
}

Expected<std::string> makeFatbin(ArrayRef<DeviceImage> images,
                                 const Config &config) {
  Expected<std::string> tool = findTool("fatbinary", config);
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
