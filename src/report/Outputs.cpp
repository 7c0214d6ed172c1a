// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Outputs.h"

#include "report/DepInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

StringRef suffixOf(EmitKind kind) {
  switch (kind) {
  case EmitKind::Asm:
    return "ptx";
  case EmitKind::LlvmBc:
    return "bc";
  case EmitKind::LlvmIr:
    return "ll";
  case EmitKind::DepInfo:
    return "d";
  }
  llvm_unreachable("all kinds are listed");
}

} // namespace

Outputs::Outputs(const Config &config)
    : config(config), emissions(config.emissions) {
  if (emissions.empty())
    emissions.push_back({EmitKind::Asm, {}});
  const bool hasImage = llvm::any_of(emissions, [](const Emission &emission) {
    return emission.kind == EmitKind::Asm;
  });
  // -o names the image, or the first file where no image is asked for.
  for (size_t i = 0; i != emissions.size(); ++i) {
    const bool isMain = hasImage ? emissions[i].kind == EmitKind::Asm : i == 0;
    emissions[i].path = pathFor(emissions[i], isMain);
    if (isMain)
      mainPath = emissions[i].path;
  }
}

std::string Outputs::withSuffix(StringRef suffix) const {
  SmallString<128> path(config.output);
  sys::path::replace_extension(path, suffix);
  return path.str().str();
}

std::string Outputs::pathFor(const Emission &emission, bool isFirst) const {
  if (!emission.path.empty())
    return emission.path;
  return isFirst || config.output == "-" ? config.output
                                         : withSuffix(suffixOf(emission.kind));
}

void Outputs::add(EmitKind kind, function_ref<std::string()> make) {
  for (const Emission &emission : emissions)
    if (emission.kind == kind)
      files.push_back({emission.path, make()});
}

void Outputs::saveTemp(StringRef suffix, function_ref<std::string()> make) {
  if (!config.saveTempsDir)
    return;
  SmallString<128> path =
      config.output == "-" ? StringRef("stdout") : StringRef(config.output);
  if (!config.saveTempsDir->empty()) {
    path = *config.saveTempsDir;
    sys::path::append(path, sys::path::filename(config.output));
  }
  temps.push_back({(path + "." + suffix).str(), make()});
}

void Outputs::addTimeTrace() {
  if (!config.timeTrace)
    return;
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  timeTraceProfilerWrite(os);
  const std::string path = config.timeTrace->empty()
                               ? config.output + ".time-trace.json"
                               : *config.timeTrace;
  temps.push_back({path, std::string(bytes.begin(), bytes.end())});
}

Error Outputs::write() const {
  StringSet<> paths;
  for (const OutputFile &file : files)
    if (!paths.insert(file.path).second)
      return createFileError(
          file.path, createStringError("two outputs would be written to it"));
  return writeOutputs(files);
}

bool Outputs::wantsIR() const {
  return config.saveTempsDir ||
         llvm::any_of(emissions, [](const Emission &emission) {
           return emission.kind == EmitKind::LlvmIr;
         });
}

std::string Outputs::depInfo(std::vector<std::string> inputs) const {
  llvm::append_range(inputs, config.responseFiles);
  return makeDepInfo(mainPath, inputs);
}

} // namespace llbc
