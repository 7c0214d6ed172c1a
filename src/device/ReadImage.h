// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_DEVICE_READIMAGE_H
#define LLBC_DEVICE_READIMAGE_H

#include "image/DeviceImage.h"

#include "llvm/Support/Error.h"

namespace llbc {

/// Recognises a finished image by its contents, PTX (`.version`) or a linked
/// ELF file of a device, and reads from it what it is for. \p archOverride
/// replaces the processor. Returns IMG_None in `kind` for what is no image;
/// fails for a damaged one, and for one that does not say which processor it is
/// for.
llvm::Expected<DeviceImage> readDeviceImage(llvm::StringRef bytes,
                                            llvm::StringRef name,
                                            llvm::StringRef archOverride);

} // namespace llbc

#endif // LLBC_DEVICE_READIMAGE_H
