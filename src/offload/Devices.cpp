// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Devices.h"

#include "device/DeviceFamily.h"
#include "image/Arch.h"
#include "link/Resolve.h"
#include "support/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace llbc {
namespace {

using Tag = std::pair<std::string, std::string>; ///< Triple and processor.

/// Whether \p file is code that a package has for one processor.
bool namesProcessor(const InputFile &file) {
  return !file.arch.empty() && file.arch != "generic";
}

/// What the bundles among \p inputs hold bitcode for, in order.
std::vector<Tag> tagsOf(const Inputs &inputs) {
  std::vector<Tag> tags;
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (Tag tag = {module.summary.triple, file.arch};
          namesProcessor(file) && !llvm::is_contained(tags, tag))
        tags.push_back(std::move(tag));
  return tags;
}

std::string commonProcessor(const Triple &triple) {
  const DeviceFamily *family = familyOf(triple);
  return family ? family->commonProcessor().str() : "";
}

/// A device for each target that packages among \p inputs hold code for without
/// naming a processor, and that \p tags lacks. None where all packages are for
/// one target: then nothing has to be told apart.
std::vector<Device> devicesWithoutTag(const Inputs &inputs,
                                      ArrayRef<Tag> tags) {
  std::vector<Device> devices;
  std::set<Triple::ArchType> seen;
  for (const auto &[triple, arch] : tags)
    seen.insert(Triple(triple).getArch());
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (Triple triple(Triple::normalize(module.summary.triple));
          !file.arch.empty() && !namesProcessor(file) &&
          seen.insert(triple.getArch()).second)
        devices.push_back({triple, commonProcessor(triple), ""});
  if (seen.size() < 2)
    devices.clear();
  return devices;
}

/// Which of the processors in \p tags has the code for \p cpu: that one itself,
/// one that leaves open what \p cpu fixes, or the only one. "" if the inputs
/// make no difference.
Expected<std::string> tagFor(const Triple &triple, StringRef cpu,
                             ArrayRef<Tag> tags) {
  std::vector<StringRef> own;
  for (const auto &[tagTriple, arch] : tags)
    if (Triple(tagTriple).getArch() == triple.getArch())
      own.push_back(arch);
  if (own.empty() || llvm::is_contained(own, cpu))
    return own.empty() ? "" : cpu.str();
  for (StringRef arch : own)
    if (covers(arch, cpu))
      return arch.str();
  if (own.size() == 1)
    return own.front().str();
  return createStringError("the inputs hold no code for '" + cpu +
                           "', but for " + join(own, ", "));
}

Expected<std::vector<Device>> listDevices(const Config &config,
                                          const Inputs &inputs) {
  std::vector<Device> devices;
  if (inputs.files.empty())
    return devices;
  const std::vector<Tag> tags = tagsOf(inputs);
  for (const std::string &name : config.offloadArchs) {
    const std::string cpu = canonicalArch(name);
    const DeviceFamily *family = familyOfProcessor(cpu);
    if (!family)
      return createStringError("--offload-arch names '" + cpu +
                               "', which is no processor of " +
                               listFamilies(", ", " or "));
    const Triple triple(family->triple());
    if (llvm::any_of(devices, [&](const Device &d) { return d.cpu == cpu; }))
      return createStringError("--offload-arch names '" + cpu + "' twice");
    if (!config.targetTriple.empty() &&
        Triple(config.targetTriple).getArch() != triple.getArch())
      return createStringError("'" + cpu + "' is no processor of " +
                               config.targetTriple);
    Expected<std::string> tag = tagFor(triple, cpu, tags);
    if (!tag)
      return tag.takeError();
    devices.push_back({triple, cpu, *tag});
  }
  if (!devices.empty())
    return devices;
  if (config.targetTriple.empty() && config.targetCpu.empty()) {
    for (const auto &[triple, arch] : tags)
      devices.push_back({Triple(Triple::normalize(triple)), arch, arch});
    llvm::append_range(devices, devicesWithoutTag(inputs, tags));
  }
  for (const Device &device : devices)
    if (device.cpu.empty())
      return createStringError("the inputs hold code for " +
                               device.triple.str() +
                               " and for other targets, but name no processor "
                               "for it; pass --offload-arch");
  if (!devices.empty())
    return devices;
  Expected<Triple> triple = chooseTriple(config, inputs);
  if (!triple)
    return triple.takeError();
  const std::string cpu = canonicalArch(config.targetCpu);
  Expected<std::string> tag = tagFor(*triple, cpu, tags);
  if (!tag)
    return tag.takeError();
  devices.push_back({*triple, cpu, *tag});
  return devices;
}

} // namespace

Expected<std::vector<Device>> chooseDevices(const Config &config,
                                            const Inputs &inputs) {
  Expected<std::vector<Device>> devices = listDevices(config, inputs);
  if (devices && config.maxPTX && !makesAny(*devices, EmitKind::Cubin))
    return createStringError("--max-ptx was given, but no PTX is made");
  return devices;
}

bool makesAny(ArrayRef<Device> devices, EmitKind kind) {
  return llvm::any_of(devices, [&](const Device &device) {
    const DeviceFamily *family = familyOf(device.triple);
    return family && family->makes(kind);
  });
}

void warnOfOtherProcessors(const Inputs &inputs, const Triple &triple,
                           StringRef symbol, Diagnostics &diag) {
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (namesProcessor(file) &&
          Triple(module.summary.triple).getArch() == triple.getArch())
        for (const ModuleSymbol &known : module.summary.symbols)
          if (known.isDefinition() && known.name == symbol)
            return diag.warning(file.name, "defines " + describeSymbol(symbol) +
                                               ", but is code for " +
                                               file.arch +
                                               ", which the link is not for");
}

} // namespace llbc
