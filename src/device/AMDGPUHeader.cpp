// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/AMDGPUHeader.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc::amdgpu {

/// LLVM's own lookup ends the process for a processor that it has no name for.
static bool hasKnownProcessor(const object::ELFObjectFileBase &object) {
  using namespace ELF;
  // Between the first and the last, LLVM 22 has no name for these.
  static constexpr unsigned unknown[] = {EF_AMDGPU_MACH_AMDGCN_RESERVED_0X27,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X40,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4B,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X4D,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X50,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X56,
                                         EF_AMDGPU_MACH_AMDGCN_RESERVED_0X57,
                                         0x5b,
                                         0x5c,
                                         0x5d,
                                         0x5e};
  const unsigned processor = object.getPlatformFlags() & EF_AMDGPU_MACH;
  return processor >= EF_AMDGPU_MACH_AMDGCN_FIRST &&
         processor <= EF_AMDGPU_MACH_AMDGCN_LAST &&
         !llvm::is_contained(unknown, processor);
}

Compiled compiledFor(const object::ELFObjectFileBase &object) {
  Compiled result;
  if (hasKnownProcessor(object))
    result.cpu = object.tryGetCPUName().value_or("").str();
  switch (object.getPlatformFlags() & ELF::EF_AMDGPU_FEATURE_XNACK_V4) {
  case ELF::EF_AMDGPU_FEATURE_XNACK_ON_V4:
    result.xnack = "+xnack";
    break;
  case ELF::EF_AMDGPU_FEATURE_XNACK_OFF_V4:
    result.xnack = "-xnack";
    break;
  default:
    break;
  }
  switch (object.getPlatformFlags() & ELF::EF_AMDGPU_FEATURE_SRAMECC_V4) {
  case ELF::EF_AMDGPU_FEATURE_SRAMECC_ON_V4:
    result.sramecc = "+sramecc";
    break;
  case ELF::EF_AMDGPU_FEATURE_SRAMECC_OFF_V4:
    result.sramecc = "-sramecc";
    break;
  default:
    break;
  }
  // ELFABIVERSION_AMDGPU_HSA_V4 is 2.
  constexpr unsigned offset = 2;
  result.version =
      std::to_string((object.getEIdentABIVersion() + offset) * 100U);
  return result;
}

std::string targetIDOf(const object::ELFObjectFileBase &object) {
  const Compiled compiled = compiledFor(object);
  std::string id = compiled.cpu;
  for (StringRef setting : {compiled.sramecc, compiled.xnack})
    if (!setting.empty())
      id += ":" + setting.drop_front().str() + setting.front();
  return id;
}

} // namespace llbc::amdgpu
