// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's assembler, which there is as a program only.

#ifndef LLBC_OFFLOAD_PTXAS_H
#define LLBC_OFFLOAD_PTXAS_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "image/DeviceImage.h"

namespace llbc {

/// Assembles the PTX of \p image; the cubin has the same kernels and processor.
/// What ptxas says of a line or a function, \p diag hears with the function's
/// name and its place in the source. Fails if ptxas is not found or fails.
llvm::Expected<DeviceImage>
assemblePTX(const DeviceImage &image, const Config &config, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_OFFLOAD_PTXAS_H
