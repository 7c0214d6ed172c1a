// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 9: from device images to what a host program takes.

#ifndef LLBC_OFFLOAD_PACKAGE_H
#define LLBC_OFFLOAD_PACKAGE_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "image/DeviceImage.h"
#include "report/Outputs.h"

namespace llbc {

/// The kinds of package that \p outputs asks for; without one there is nothing
/// to do here.
bool wantsPackage(const Outputs &outputs);

/// Which images must be made for the packages: Asm (PTX), Cubin, Elf.
std::vector<EmitKind> packagedKinds(const Config &config,
                                    const Outputs &outputs);

/// Warns of kernels that the images for some processors of a vendor have and
/// those for others lack: a launch then works on some GPUs only. Only the
/// names in \p images count, not their bytes.
void warnOfMissingKernels(llvm::ArrayRef<DeviceImage> images,
                          Diagnostics &diag);

/// Adds the packages of \p images that were asked for to \p outputs. PTX among
/// them becomes cubins where the runtime takes no PTX. Reports two different
/// images for one processor, and images that the runtime cannot load.
void packageImages(std::vector<DeviceImage> images, const Config &config,
                   Outputs &outputs, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_OFFLOAD_PACKAGE_H
