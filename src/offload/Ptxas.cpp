// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Ptxas.h"

#include "device/ReadImage.h"
#include "image/PtxText.h"
#include "offload/Cuda.h"
#include "support/MemoryFile.h"
#include "support/Process.h"
#include "support/SymbolName.h"

#include "llvm/ADT/StringExtras.h"

#include <memory>

using namespace llvm;

namespace llbc {
namespace {

/// Says what ptxas said, in terms of the user's functions and files.
class Reporter {
public:
  /// \p path: what ptxas calls the file of \p ptx.
  Reporter(StringRef ptx, std::string path, Diagnostics &diag)
      : ptx(ptx), path(std::move(path)), diag(diag) {}

  /// One line, such as "ptxas <file>, line 12; error   : what" or
  /// "ptxas warning : what".
  void report(StringRef line) {
    StringRef rest = line;
    rest.consume_front("ptxas ");
    unsigned number = 0;
    if (rest.consume_front(path) && rest.consume_front(", line ") &&
        !rest.consumeInteger(10, number))
      rest.consume_front("; ");
    auto [severity, message] = rest.split(':');
    severity = severity.trim();
    message = message.trim();
    if (severity == "warning")
      return tell(Severity::Warning, message, number);
    // It has said why.
    if (hasError && message.ends_with("aborted due to errors"))
      return;
    if (severity == "error" || severity == "fatal") {
      hasError = true;
      return tell(Severity::Error, message, number);
    }
    diag.note("ptxas: " + (severity == "info" ? message : line.trim()));
  }

private:
  void tell(Severity severity, StringRef message, unsigned number) {
    if (!text)
      text = std::make_unique<PtxText>(ptx);
    std::vector<std::string> notes;
    std::string source;
    if (number != 0) {
      source = text->sourceAt(number);
      if (StringRef function = text->functionAt(number); !function.empty())
        notes.push_back("in " + describeSymbol(function));
      if (StringRef line = text->line(number).trim(); !line.empty())
        notes.push_back("line " + std::to_string(number) +
                        " of the PTX: " + line.str());
    }
    std::string what = readable(message, source);
    if (source.empty())
      source = "ptxas";
    else
      what = "ptxas: " + what;
    diag.report({severity, source, what, std::move(notes)});
  }

  /// \p message with names as users know them. Where \p source is not known
  /// yet, it becomes that of the first function that is named.
  std::string readable(StringRef message, std::string &source) const {
    std::string result;
    while (!message.empty()) {
      auto [before, quoted] = message.split('\'');
      result += before;
      if (before.size() == message.size())
        break;
      const auto [name, after] = quoted.split('\'');
      if (source.empty())
        source = text->sourceOf(name);
      const std::string described = describeSymbol(name);
      result += described == name ? "'" + described + "'" : described;
      message = after;
    }
    return result;
  }

  StringRef ptx;
  std::string path;
  Diagnostics &diag;
  std::unique_ptr<PtxText> text; ///< Once something has to be looked up.
  bool hasError = false;
};

std::vector<std::string> argsFor(const DeviceImage &image) {
  // `.target sm_90, debug` promises code that is not optimised.
  StringRef target = StringRef(image.bytes).split(".target").second;
  if (target.split('\n').first.contains("debug"))
    return {"-m64", "-arch=" + image.arch, "-g"};
  // Without lines of the source ptxas would give those of the PTX.
  if (!StringRef(image.bytes).contains("\t.loc\t"))
    return {"-m64", "-arch=" + image.arch, "-O3"};
  return {"-m64", "-arch=" + image.arch, "-O3", "-lineinfo"};
}

/// Whether \p output says that ptxas has never heard of the processor.
bool deniesProcessor(StringRef output) {
  return output.contains("is not defined for option 'gpu-name'");
}

} // namespace

Expected<DeviceImage> assemblePTX(const DeviceImage &image,
                                  const Config &config, Diagnostics &diag) {
  Expected<std::string> tool = config.ptxas.empty()
                                   ? findCudaTool("ptxas", config)
                                   : Expected<std::string>(config.ptxas);
  if (!tool)
    return tool.takeError();
  Expected<Descriptor> ptx = makeMemoryFile(image.bytes);
  if (!ptx)
    return ptx.takeError();
  Expected<Descriptor> cubin = makeMemoryFile("");
  if (!cubin)
    return cubin.takeError();
  std::vector<std::string> args = argsFor(image);
  args.insert(args.end(), {ptx->childPath(), "-o", cubin->childPath()});
  Expected<ProcessResult> result = runProcess(*tool, args);
  if (!result)
    return result.takeError();
  if (result->status != 0 && deniesProcessor(result->output))
    return createStringError(*tool + " knows no " + image.arch +
                             " and cannot check or assemble PTX for it; pass "
                             "--ptxas <file> of a CUDA release that does");
  Reporter reporter(image.bytes, ptx->childPath(), diag);
  for (StringRef line : split(result->output, '\n'))
    if (!line.trim().empty())
      reporter.report(line);
  DeviceImage assembled = image;
  assembled.kind = object::IMG_Cubin;
  assembled.bytes = readMemoryFile(*cubin);
  Expected<DeviceImage> known =
      readDeviceImage(assembled.bytes, image.name, image.arch);
  const bool isCubin = known && known->kind == object::IMG_Cubin;
  consumeError(known.takeError());
  if (result->status == 0 && isCubin) {
    diag.note(*tool + " has taken the PTX for " + image.arch);
    return assembled;
  }
  if (result->status == 0)
    return createStringError(*tool + " left no cubin");
  return createStringError(*tool + " failed with status " +
                           Twine(result->status));
}

} // namespace llbc
