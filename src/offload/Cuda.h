// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's tools that have no library: ptxas and fatbinary.

#ifndef LLBC_OFFLOAD_CUDA_H
#define LLBC_OFFLOAD_CUDA_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "offload/DeviceImage.h"

#include "llvm/ADT/ArrayRef.h"

namespace llbc {

/// Assembles the PTX of \p image; the cubin has the same kernels and processor.
/// Where ptxas has something to say about a line, \p diag hears of the kernel
/// or function that it stands in. Fails if ptxas is not found or fails.
llvm::Expected<DeviceImage>
assemblePTX(const DeviceImage &image, const Config &config, Diagnostics &diag);

/// CUDA's fat binary of \p images, cubins and PTX.
llvm::Expected<std::string> makeFatbin(llvm::ArrayRef<DeviceImage> images,
                                       const Config &config);

} // namespace llbc

#endif // LLBC_OFFLOAD_CUDA_H
