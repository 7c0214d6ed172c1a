// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace llbc::amdgpu {
namespace {

/// All code of an image agrees on these.
constexpr StringLiteral ofTheImage[] = {"sramecc", "wavefrontsize16",
                                        "wavefrontsize32", "wavefrontsize64",
                                        "xnack"};

/// What processors imply.
class Processors {
public:
  explicit Processors(const TargetMachine &machine) : machine(machine) {}

  /// Whether \p feature, with its sign, says something that \p cpu does not
  /// imply. A function without a processor is for the machine's.
  bool isChoice(StringRef feature, StringRef cpu) {
    const MCSubtargetInfo &info =
        cpu.empty() ? *machine.getMCSubtargetInfo() : *find(cpu);
    const auto *known = find_if(info.getAllProcessorFeatures(),
                                [&](const SubtargetFeatureKV &entry) {
                                  return feature.drop_front() == entry.Key;
                                });
    return known != info.getAllProcessorFeatures().end() &&
           info.getFeatureBits().test(known->Value) != feature.starts_with("+");
  }

private:
  const MCSubtargetInfo *find(StringRef cpu) {
    std::unique_ptr<MCSubtargetInfo> &info = infos[cpu];
    if (!info)
      info.reset(machine.getTarget().createMCSubtargetInfo(
          machine.getTargetTriple(), cpu, ""));
    return info.get();
  }

  const TargetMachine &machine;
  StringMap<std::unique_ptr<MCSubtargetInfo>> infos;
};

} // namespace

void moveToProcessor(Module &module, const TargetMachine &machine,
                     StringRef asked) {
  StringSet<> settled;
  for (StringRef name : ofTheImage)
    settled.insert(name);
  for (StringRef feature : split(asked, ','))
    settled.insert(feature.drop_front(!feature.empty()));
  Processors processors(machine);
  for (Function &function : module) {
    StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
    std::vector<StringRef> features;
    for (StringRef feature :
         split(function.getFnAttribute("target-features").getValueAsString(),
               ','))
      if (!feature.empty() && !settled.contains(feature.drop_front()) &&
          processors.isChoice(feature, cpu))
        features.push_back(feature);
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    if (features.empty())
      continue;
    // A function's own list takes the place of the machine's.
    if (!machine.getTargetFeatureString().empty())
      features.insert(features.begin(), machine.getTargetFeatureString());
    function.addFnAttr("target-features", join(features, ","));
  }
}

} // namespace llbc::amdgpu
