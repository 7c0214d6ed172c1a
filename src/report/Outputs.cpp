// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Outputs.h"

#include "report/DepInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

bool isImage(EmitKind kind) {
  return kind == EmitKind::Asm || kind == EmitKind::Obj ||
         kind == EmitKind::Elf || kind == EmitKind::Cubin;
}

/// Whether there is one file of \p kind for each image.
bool isPerImage(EmitKind kind) { return kind <= EmitKind::Map; }

StringRef suffixOf(EmitKind kind, EmitKind imageKind) {
  switch (kind) {
  case EmitKind::Asm:
    return imageKind == EmitKind::Asm ? "ptx" : "s";
  case EmitKind::Obj:
    return "o";
  case EmitKind::Elf:
    return "elf";
  case EmitKind::Cubin:
    return "cubin";
  case EmitKind::LlvmBc:
    return "bc";
  case EmitKind::LlvmIr:
    return "ll";
  case EmitKind::Map:
    return "map";
  case EmitKind::Bundle:
    return "offload";
  case EmitKind::Fatbin:
    return "fatbin";
  case EmitKind::HipBundle:
    return "hipfb";
  case EmitKind::HostObj:
    return "host.o";
  case EmitKind::HostBc:
    return "host.bc";
  case EmitKind::DepInfo:
    return "d";
  }
  llvm_unreachable("all kinds are listed");
}

} // namespace

Outputs::Outputs(const Config &config, EmitKind defaultKind, bool severalImages)
    : config(config), emissions(config.emissions),
      severalImages(severalImages) {
  if (emissions.empty() || config.emitsImage)
    emissions.insert(emissions.begin(), Emission{defaultKind, {}});
  // -o names the image, where there is one; else the first file.
  auto main = llvm::find_if(emissions, [&](const Emission &emission) {
    return severalImages ? !isPerImage(emission.kind) &&
                               emission.kind != EmitKind::DepInfo
                         : isImage(emission.kind);
  });
  if (main != emissions.end())
    mainIndex = main - emissions.begin();
}

std::string Outputs::withSuffix(StringRef suffix) const {
  SmallString<128> path(config.output);
  sys::path::replace_extension(path, suffix);
  return path.str().str();
}

std::string Outputs::pathFor(const Emission &emission,
                             const ImageLabel &label) const {
  if (!emission.path.empty())
    return emission.path;
  const bool isOneOfSeveral = severalImages && isPerImage(emission.kind);
  const bool isMain = &emission == &emissions[mainIndex];
  if ((isMain && !isOneOfSeveral) || config.output == "-" ||
      config.output.empty())
    return config.output;
  std::string suffix = suffixOf(emission.kind, label.kind).str();
  return withSuffix(isOneOfSeveral ? label.arch + "." + suffix : suffix);
}

void Outputs::add(EmitKind kind, const ImageLabel &label,
                  function_ref<std::string()> make) {
  for (const auto &[position, emission] : enumerate(emissions)) {
    if (emission.kind != kind)
      continue;
    OutputFile file = {pathFor(emission, label), make(), kind, label.arch};
    std::lock_guard<std::mutex> lock(mutex);
    files.push_back({position, label.index, std::move(file)});
  }
}

StringRef Outputs::baseName() const {
  if (config.output == "-")
    return "stdout";
  return config.output.empty() ? "link" : StringRef(config.output);
}

void Outputs::saveTemp(const ImageLabel &label, StringRef suffix,
                       function_ref<std::string()> make) {
  if (!config.saveTempsDir)
    return;
  SmallString<128> path = baseName();
  if (!config.saveTempsDir->empty()) {
    path = *config.saveTempsDir;
    sys::path::append(path, sys::path::filename(baseName()));
  }
  if (!label.arch.empty())
    (path += ".") += label.arch;
  std::string bytes = make();
  std::lock_guard<std::mutex> lock(mutex);
  temps.push_back({(path + "." + suffix).str(), std::move(bytes)});
}

void Outputs::addTimeTrace() {
  if (!config.timeTrace)
    return;
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  timeTraceProfilerWrite(os);
  const std::string path = config.timeTrace->empty()
                               ? baseName().str() + ".time-trace.json"
                               : *config.timeTrace;
  temps.push_back({path, std::string(bytes.begin(), bytes.end())});
}

Error Outputs::checkComplete() const {
  for (const Emission &emission : emissions)
    if (emission.kind != EmitKind::DepInfo &&
        llvm::none_of(files, [&](const Entry &entry) {
          return entry.file.kind == emission.kind;
        }))
      return createStringError("no image can be written as a ." +
                               suffixOf(emission.kind, EmitKind::Asm) +
                               " file");
  return Error::success();
}

Error Outputs::checkNames() const {
  for (const Emission &emission : emissions)
    if (severalImages && isPerImage(emission.kind) && !emission.path.empty())
      return createFileError(
          emission.path,
          createStringError("one file was named for several images; leave the "
                            "name to -o"));
  if (wants(EmitKind::DepInfo) && config.output.empty() &&
      emissions[mainIndex].path.empty())
    return createStringError("option '--emit': 'dep-info' is a rule for the "
                             "output; pass -o <file>");
  return Error::success();
}

std::vector<OutputFile> Outputs::takeFiles() {
  llvm::sort(files, [](const Entry &a, const Entry &b) {
    return std::pair(a.emission, a.image) < std::pair(b.emission, b.image);
  });
  std::vector<OutputFile> result;
  result.reserve(files.size());
  for (Entry &entry : files)
    result.push_back(std::move(entry.file));
  files.clear();
  return result;
}

bool Outputs::wants(EmitKind kind) const {
  return llvm::any_of(emissions, [&](const Emission &emission) {
    return emission.kind == kind;
  });
}

bool Outputs::wantsAnyOf(ArrayRef<EmitKind> kinds) const {
  return llvm::any_of(kinds, [&](EmitKind kind) { return wants(kind); });
}

bool Outputs::wantsIR() const {
  return config.saveTempsDir || wants(EmitKind::LlvmIr);
}

std::string Outputs::depInfo(std::vector<std::string> inputs) const {
  llvm::append_range(inputs, config.responseFiles);
  const Emission &main = emissions[mainIndex];
  std::string target = pathFor(main, ImageLabel());
  // Of several images' files, the first by name stands for all.
  if (severalImages && isPerImage(main.kind) && !files.empty())
    target = llvm::min_element(files, [](const auto &a, const auto &b) {
               return a.file.path < b.file.path;
             })->file.path;
  return makeDepInfo(target, inputs);
}

} // namespace llbc
