// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Outputs.h"

#include "report/DepInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

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

/// A text that is the same for two paths exactly when they name the same file,
/// existing or not; "" for devices and pipes, which any number may share.
std::string identity(StringRef path) {
  if (path == "-")
    return "-";
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    if (!sys::fs::is_regular_file(status))
      return {};
    const sys::fs::UniqueID id = status.getUniqueID();
    return formatv("{0}:{1}", id.getDevice(), id.getFile());
  }
  SmallString<128> folder;
  StringRef parent = sys::path::parent_path(path);
  if (sys::fs::real_path(parent.empty() ? "." : parent, folder))
    return path.str();
  sys::path::append(folder, sys::path::filename(path));
  return folder.str().str();
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
  if ((isMain && !isOneOfSeveral) || config.output == "-")
    return config.output;
  std::string suffix = suffixOf(emission.kind, label.kind).str();
  return withSuffix(isOneOfSeveral ? label.arch + "." + suffix : suffix);
}

void Outputs::add(EmitKind kind, const ImageLabel &label,
                  function_ref<std::string()> make) {
  for (const Emission &emission : emissions) {
    if (emission.kind != kind)
      continue;
    std::string bytes = make();
    std::lock_guard<std::mutex> lock(mutex);
    files.push_back({pathFor(emission, label), std::move(bytes)});
    made.insert(kind);
  }
}

void Outputs::saveTemp(const ImageLabel &label, StringRef suffix,
                       function_ref<std::string()> make) {
  if (!config.saveTempsDir)
    return;
  SmallString<128> path =
      config.output == "-" ? StringRef("stdout") : StringRef(config.output);
  if (!config.saveTempsDir->empty()) {
    path = *config.saveTempsDir;
    sys::path::append(path, sys::path::filename(config.output));
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
                               ? config.output + ".time-trace.json"
                               : *config.timeTrace;
  temps.push_back({path, std::string(bytes.begin(), bytes.end())});
}

Error Outputs::checkComplete() const {
  for (const Emission &emission : emissions)
    if (emission.kind != EmitKind::DepInfo && !made.contains(emission.kind))
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
  return Error::success();
}

Error Outputs::write(ArrayRef<std::string> inputs) const {
  std::vector<OutputFile> all = files;
  llvm::append_range(all, temps);
  if (Error err = check(all, inputs))
    return err;
  return writeOutputs(all);
}

Error Outputs::writeTemps(ArrayRef<std::string> inputs) const {
  if (Error err = check(temps, inputs))
    return err;
  return writeOutputs(temps);
}

Error Outputs::check(ArrayRef<OutputFile> outputs,
                     ArrayRef<std::string> inputs) const {
  if (outputs.empty())
    return Error::success();
  if (config.saveTempsDir && !config.saveTempsDir->empty())
    if (std::error_code ec = sys::fs::create_directories(*config.saveTempsDir))
      return createFileError(*config.saveTempsDir, ec);
  std::set<std::string> inputIdentities;
  for (const std::string &input : inputs)
    inputIdentities.insert(identity(input));
  std::set<std::string> outputIdentities;
  for (const OutputFile &output : outputs) {
    const std::string id = identity(output.path);
    if (id.empty())
      continue;
    if (inputIdentities.contains(id))
      return createFileError(
          output.path, createStringError("is an input of this link; choose "
                                         "another name for the output"));
    if (!outputIdentities.insert(id).second)
      return createFileError(
          output.path, createStringError("two outputs would be written to it"));
  }
  return Error::success();
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
               return a.path < b.path;
             })->path;
  return makeDepInfo(target, inputs);
}

} // namespace llbc
