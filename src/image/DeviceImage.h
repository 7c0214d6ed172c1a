// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_IMAGE_DEVICEIMAGE_H
#define LLBC_IMAGE_DEVICEIMAGE_H

#include "llvm/Object/OffloadBinary.h"
#include "llvm/TargetParser/Triple.h"

#include <string>
#include <vector>

namespace llbc {

/// What a device's driver loads: PTX, a cubin, an ELF code object.
struct DeviceImage {
  llvm::object::ImageKind kind = llvm::object::IMG_None;
  std::string triple;
  std::string arch; ///< Such as sm_90, gfx90a:xnack+, x86-64.
  std::string bytes;
  std::vector<std::string> kernels;   ///< Names, in the order of the link.
  std::vector<std::string> variables; ///< Those that the host can find.
  std::string name;                   ///< The input that it was, for messages.
  /// It comes from a host object that registers it with a runtime by itself.
  bool isRegistered = false;
  bool isVerified = false; ///< PTX that ptxas has taken.
};

} // namespace llbc

#endif // LLBC_IMAGE_DEVICEIMAGE_H
