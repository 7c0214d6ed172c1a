// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Processor.h"

#include "llvm/MC/MCSubtargetInfo.h"

using namespace llvm;

namespace llbc::nvptx {

unsigned smVersion(StringRef cpu) {
  unsigned version = 0;
  if (!cpu.consume_front("sm_") || cpu.consumeInteger(10, version))
    return 0;
  return version;
}

namespace {

/// LLVM 22's PTX ISA for \p cpu where no feature asks for one: the first that
/// knows the processor.
unsigned defaultIsa(StringRef cpu) {
  static constexpr std::pair<StringRef, unsigned> isas[] = {
      {"sm_32", 40},  {"sm_37", 41},   {"sm_50", 40},  {"sm_52", 41},
      {"sm_53", 42},  {"sm_60", 50},   {"sm_61", 50},  {"sm_62", 50},
      {"sm_70", 60},  {"sm_72", 61},   {"sm_75", 63},  {"sm_80", 70},
      {"sm_86", 71},  {"sm_87", 74},   {"sm_88", 90},  {"sm_89", 78},
      {"sm_90", 78},  {"sm_90a", 80},  {"sm_100", 86}, {"sm_100f", 88},
      {"sm_101", 86}, {"sm_101f", 88}, {"sm_103", 88}, {"sm_110", 90},
      {"sm_120", 87}, {"sm_120f", 88}, {"sm_121", 88}};
  constexpr unsigned oldest = 32;
  for (StringRef name : {cpu, cpu.rtrim("af")})
    for (const auto &[known, isa] : isas)
      if (known == name)
        return isa;
  return oldest;
}

} // namespace

// The subtarget, which knows, has no public header.
Processor processorOf(const TargetMachine &machine) {
  Processor result;
  result.sm = smVersion(machine.getTargetCPU());
  const MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  for (const SubtargetFeatureKV &feature : info.getAllProcessorFeatures()) {
    StringRef name = feature.Key;
    unsigned isa = 0;
    if (name.consume_front("ptx") && !name.getAsInteger(10, isa) &&
        info.getFeatureBits().test(feature.Value))
      result.isa = std::max(result.isa, isa);
  }
  if (result.isa == 0)
    result.isa = defaultIsa(machine.getTargetCPU());
  return result;
}

} // namespace llbc::nvptx
