// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/ObjectHeader.h"

using namespace llvm;

namespace llbc::amdgpu {

Compiled compiledFor(const object::ELFObjectFileBase &object) {
  Compiled result;
  result.cpu = object.tryGetCPUName().value_or("").str();
  switch (object.getPlatformFlags() & ELF::EF_AMDGPU_FEATURE_XNACK_V4) {
  case ELF::EF_AMDGPU_FEATURE_XNACK_ON_V4:
    result.xnack = "+xnack";
    break;
  case ELF::EF_AMDGPU_FEATURE_XNACK_OFF_V4:
    result.xnack = "-xnack";
    break;
  }
  switch (object.getPlatformFlags() & ELF::EF_AMDGPU_FEATURE_SRAMECC_V4) {
  case ELF::EF_AMDGPU_FEATURE_SRAMECC_ON_V4:
    result.sramecc = "+sramecc";
    break;
  case ELF::EF_AMDGPU_FEATURE_SRAMECC_OFF_V4:
    result.sramecc = "-sramecc";
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
