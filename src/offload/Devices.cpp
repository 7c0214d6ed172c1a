// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Devices.h"

#include "link/Resolve.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/OffloadBinary.h"

using namespace llvm;

namespace llbc {
namespace {

using Tag = std::pair<std::string, std::string>; ///< Triple and processor.

Triple tripleOf(StringRef cpu) {
  if (cpu.starts_with("sm_"))
    return Triple("nvptx64-nvidia-cuda");
  if (cpu.starts_with("gfx"))
    return Triple("amdgcn-amd-amdhsa");
  return Triple("x86_64-unknown-linux-gnu");
}

/// What the bundles among \p inputs hold bitcode for, in order.
std::vector<Tag> tagsOf(const Inputs &inputs) {
  std::vector<Tag> tags;
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (Tag tag = {module.summary.triple, file.arch};
          !file.arch.empty() && !llvm::is_contained(tags, tag))
        tags.push_back(std::move(tag));
  return tags;
}

/// The processor whose code in \p tags is for \p cpu: the same, or one that
/// leaves open what \p cpu fixes.
std::string tagFor(const Triple &triple, StringRef cpu, ArrayRef<Tag> tags) {
  for (const auto &[tagTriple, arch] : tags)
    if (Triple(tagTriple).getArch() == triple.getArch() && arch == cpu)
      return arch;
  for (const auto &[tagTriple, arch] : tags)
    if (Triple(tagTriple).getArch() == triple.getArch() &&
        object::areTargetsCompatible({triple.str(), arch}, {triple.str(), cpu}))
      return arch;
  return {};
}

} // namespace

Expected<std::vector<Device>> chooseDevices(const Config &config,
                                            const Inputs &inputs) {
  std::vector<Device> devices;
  if (inputs.files.empty())
    return devices;
  const std::vector<Tag> tags = tagsOf(inputs);
  for (const std::string &cpu : config.offloadArchs) {
    const Triple triple = tripleOf(cpu);
    if (!config.targetTriple.empty() &&
        Triple(config.targetTriple).getArch() != triple.getArch())
      return createStringError("'" + cpu + "' is no processor of " +
                               config.targetTriple);
    devices.push_back({triple, cpu, tagFor(triple, cpu, tags)});
  }
  if (!devices.empty())
    return devices;
  if (config.targetTriple.empty() && config.targetCpu.empty())
    for (const auto &[triple, arch] : tags)
      devices.push_back({Triple(Triple::normalize(triple)), arch, arch});
  if (!devices.empty())
    return devices;
  Expected<Triple> triple = chooseTriple(config, inputs);
  if (!triple)
    return triple.takeError();
  devices.push_back(
      {*triple, config.targetCpu, tagFor(*triple, config.targetCpu, tags)});
  return devices;
}

} // namespace llbc
