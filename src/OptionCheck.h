// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong with the options is said before anything is linked.

#ifndef LLBC_OPTIONCHECK_H
#define LLBC_OPTIONCHECK_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "offload/Devices.h"
#include "report/Outputs.h"

namespace llbc {

/// The features of --target-feature for each of \p devices: those that it
/// knows. One that none of them knows is an error.
llvm::Expected<std::vector<std::string>>
featuresForEach(llvm::ArrayRef<Device> devices, llvm::StringRef features);

/// Reports processors and features that there are not, kinds of output that no
/// device has, folders that are not there, and programs of NVIDIA's that are
/// missing. \p features: what featuresForEach returned; \p packaged: the images
/// that are packaged.
void checkOptions(const Config &config, llvm::ArrayRef<Device> devices,
                  llvm::ArrayRef<std::string> features, const Outputs &outputs,
                  llvm::ArrayRef<EmitKind> packaged, Diagnostics &diag);

} // namespace llbc

#endif // LLBC_OPTIONCHECK_H
