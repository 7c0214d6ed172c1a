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
         kind == EmitKind::Elf;
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

StringRef Outputs::suffixOf(EmitKind kind) const {
  switch (kind) {
  case EmitKind::Asm:
    return imageKind == EmitKind::Asm ? "ptx" : "s";
  case EmitKind::Obj:
    return "o";
  case EmitKind::Elf:
    return "elf";
  case EmitKind::LlvmBc:
    return "bc";
  case EmitKind::LlvmIr:
    return "ll";
  case EmitKind::Map:
    return "map";
  case EmitKind::DepInfo:
    return "d";
  }
  llvm_unreachable("all kinds are listed");
}

Outputs::Outputs(const Config &config, EmitKind imageKind)
    : config(config), imageKind(imageKind), emissions(config.emissions) {
  if (emissions.empty())
    emissions.push_back({imageKind, {}});
  // -o names the first image, or the first file where no image is asked for.
  auto main = llvm::find_if(emissions, [](const Emission &emission) {
    return isImage(emission.kind);
  });
  if (main == emissions.end())
    main = emissions.begin();
  for (Emission &emission : emissions)
    emission.path = pathFor(emission, &emission == &*main);
  mainPath = main->path;
}

std::string Outputs::withSuffix(StringRef suffix) const {
  SmallString<128> path(config.output);
  sys::path::replace_extension(path, suffix);
  return path.str().str();
}

std::string Outputs::pathFor(const Emission &emission, bool isMain) const {
  if (!emission.path.empty())
    return emission.path;
  return isMain || config.output == "-" ? config.output
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

bool Outputs::wantsCode() const {
  return llvm::any_of(emissions, [](const Emission &emission) {
    return emission.kind != EmitKind::Elf && emission.kind != EmitKind::Map &&
           emission.kind != EmitKind::DepInfo;
  });
}

bool Outputs::wantsIR() const {
  return config.saveTempsDir || wants(EmitKind::LlvmIr);
}

std::string Outputs::depInfo(std::vector<std::string> inputs) const {
  llvm::append_range(inputs, config.responseFiles);
  return makeDepInfo(mainPath, inputs);
}

} // namespace llbc
