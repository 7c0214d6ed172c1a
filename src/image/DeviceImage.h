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

/// Recognises a finished image by its contents: PTX (`.version`), a cubin
/// (EM_CUDA, linked), an AMD code object or an x86-64 shared object; and reads
/// from it what it is for. \p archOverride replaces the processor. Returns
/// IMG_None in `kind` for what is no image; fails for a damaged one, and for
/// one that does not say which processor it is for.
llvm::Expected<DeviceImage> readDeviceImage(llvm::StringRef bytes,
                                            llvm::StringRef name,
                                            llvm::StringRef archOverride);

} // namespace llbc

#endif // LLBC_IMAGE_DEVICEIMAGE_H
