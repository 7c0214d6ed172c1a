// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdevice, the library of device functions in NVIDIA's CUDA Toolkit
// (Libdevice User's Guide).

#ifndef LLBC_CODEGEN_NVPTX_LIBDEVICE_H
#define LLBC_CODEGEN_NVPTX_LIBDEVICE_H

#include "codegen/MathLibrary.h"
#include "codegen/Target.h"

namespace llbc::nvptx {

/// Links what \p module needs of libdevice; see Target::linkLibraries.
LinkedLibraries linkLibdevice(llvm::Module &module, const ImageSetting &setting,
                              Diagnostics &diag);

/// The functions of libdevice that \p name may become; see Target::standIns.
std::vector<std::string> libdeviceStandIns(llvm::StringRef name,
                                           const Config &config);

/// A note on an undefined \p symbol; see Target::originHint.
std::string libdeviceHint(llvm::StringRef symbol, bool isLibraryThere);

/// Reports the operations of \p module that need libdevice.
void reportMissingLibdevice(const llvm::Module &module,
                            const ImageSetting &setting, Diagnostics &diag);

/// What the code that NVIDIA's libraries hold for several processors asks about
/// the one at hand (Libdevice User's Guide, "Selecting library version").
struct Reflection {
  unsigned smVersion = 0; ///< 90 for sm_90a.
  bool flushDenormals = false;
  bool preciseSqrt = true;
  bool preciseDiv = true;
};

/// Replaces calls of `__nvvm_reflect` by what \p reflection says, 0 for unknown
/// questions, and drops the code that is dead then.
void foldReflection(llvm::Module &module, const Reflection &reflection);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_LIBDEVICE_H
