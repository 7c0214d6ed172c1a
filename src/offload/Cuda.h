// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's toolkit: where its programs are, and fatbinary.

#ifndef LLBC_OFFLOAD_CUDA_H
#define LLBC_OFFLOAD_CUDA_H

#include "llbc/Config.h"

#include "image/DeviceImage.h"

#include "llvm/ADT/ArrayRef.h"

namespace llbc {

/// The path of the toolkit's program \p name. Looks where a user would: what
/// was said, then the environment, then the usual place.
llvm::Expected<std::string> findCudaTool(llvm::StringRef name,
                                         const Config &config);

/// CUDA's fat binary of \p images, cubins and PTX.
llvm::Expected<std::string> makeFatbin(llvm::ArrayRef<DeviceImage> images,
                                       const Config &config);

} // namespace llbc

#endif // LLBC_OFFLOAD_CUDA_H
