// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's OffloadBinary, version 1: the form in which compilers hand device code
// to linkers and to the offload runtime (llvm/Object/OffloadBinary.h).

#ifndef LLBC_OFFLOAD_BUNDLE_H
#define LLBC_OFFLOAD_BUNDLE_H

#include "image/DeviceImage.h"

#include "llvm/ADT/ArrayRef.h"

namespace llbc {

/// One image as an OffloadBinary for runtimes of \p kind.
std::string makeOffloadBinary(const DeviceImage &image,
                              llvm::object::OffloadKind kind);

/// All of \p images, one OffloadBinary after the other.
std::string makeBundle(llvm::ArrayRef<DeviceImage> images,
                       llvm::object::OffloadKind kind);

/// A bundle as HIP's runtime and clang-offload-bundler know it: a magic word, a
/// table, and \p images, each at a multiple of the page size; the host's entry,
/// which is empty, comes first (clang's "Clang Offload Bundler").
std::string makeHipBundle(llvm::ArrayRef<DeviceImage> images,
                          const llvm::Triple &host);

} // namespace llbc

#endif // LLBC_OFFLOAD_BUNDLE_H
