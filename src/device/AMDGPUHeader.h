// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_DEVICE_AMDGPUHEADER_H
#define LLBC_DEVICE_AMDGPUHEADER_H

#include "llvm/Object/ELFObjectFile.h"

#include <string>

namespace llbc::amdgpu {

/// What a kernel's descriptor is called, after the kernel's name (AMDGPUUsage,
/// "Code Object Symbols").
constexpr llvm::StringLiteral descriptorSuffix = ".kd";

/// What code says it was compiled for: a processor, the settings of its target
/// ID that it fixes, and the code object version. Empty: not said.
struct Compiled {
  std::string cpu;
  std::string xnack;   ///< "+xnack" or "-xnack".
  std::string sramecc; ///< "+sramecc" or "-sramecc".
  /// "+wavefrontsize32" or "+wavefrontsize64"; only bitcode says it.
  std::string wavefront;
  std::string version; ///< As in the module flag: "500".
};

/// From the header of an AMD object (AMDGPUUsage, "Header").
Compiled compiledFor(const llvm::object::ELFObjectFileBase &object);

/// The target ID of an AMD object, such as "gfx90a:sramecc+:xnack-"; "" if its
/// header names no processor.
std::string targetIDOf(const llvm::object::ELFObjectFileBase &object);

} // namespace llbc::amdgpu

#endif // LLBC_DEVICE_AMDGPUHEADER_H
