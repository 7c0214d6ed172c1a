// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_OFFLOAD_DEVICES_H
#define LLBC_OFFLOAD_DEVICES_H

#include "llbc/Config.h"

#include "input/InputFile.h"

#include "llvm/TargetParser/Triple.h"

namespace llbc {

/// What one image of a link is for.
struct Device {
  llvm::Triple triple;
  std::string cpu; ///< As in --target-cpu; "": what the kernels say.
  /// Where a bundle holds code for several processors of this triple: the one
  /// whose code this is. Else "".
  std::string tag;
};

/// The devices that \p config asks for: one for each --offload-arch; else those
/// that the bundles among \p inputs name; else one for the triple that is given
/// or that the first input names. None where all inputs are finished images.
llvm::Expected<std::vector<Device>> chooseDevices(const Config &config,
                                                  const Inputs &inputs);

/// Whether the image for one of \p devices can be had as \p kind.
bool makesAny(llvm::ArrayRef<Device> devices, EmitKind kind);

/// Says which of \p inputs defines \p symbol, that a link for \p triple lacks,
/// for another processor than the link's.
void warnOfOtherProcessors(const Inputs &inputs, const llvm::Triple &triple,
                           llvm::StringRef symbol, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_OFFLOAD_DEVICES_H
