// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ROCm's device libraries: OCML (mathematics) and OCKL (the rest), and the
// constants that control them (ROCm-Device-Libs, "OCML User Guide" and
// "Controls").

#ifndef LLBC_CODEGEN_AMDGPU_DEVICELIBS_H
#define LLBC_CODEGEN_AMDGPU_DEVICELIBS_H

#include "codegen/Target.h"

namespace llbc::amdgpu {

/// Links what \p module needs of ROCm's device libraries, and defines the
/// control constants for the machine and options; see Target::linkLibraries.
LinkedLibraries linkDeviceLibs(llvm::Module &module,
                               const ImageSetting &setting, Diagnostics &diag);

/// The functions and control constants of these libraries that \p name may
/// need; see Target::standIns.
std::vector<std::string> deviceLibStandIns(llvm::StringRef name,
                                           const Config &config);

/// A note on an undefined \p symbol; see Target::originHint.
std::string deviceLibHint(llvm::StringRef symbol, bool isLibraryThere);

/// Reports the operations of \p module that need these libraries.
void reportMissingDeviceLibs(const llvm::Module &module,
                             const ImageSetting &setting, Diagnostics &diag);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_DEVICELIBS_H
