// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the vendors' toolkits are on this system.

#ifndef LLBC_SUPPORT_TOOLKITS_H
#define LLBC_SUPPORT_TOOLKITS_H

#include "llbc/Config.h"

#include <string>
#include <vector>

namespace llbc {

/// Folders that may hold a CUDA Toolkit, in the order in which to look: that of
/// --cuda-path alone; or CUDA_HOME, CUDA_PATH, the one of the ptxas that is
/// named or in PATH, and the usual places.
std::vector<std::string> cudaToolkits(const Config &config);

/// Folders that may hold the toolkit's programs: those of the toolkit that
/// --cuda-path names; or of CUDA_HOME and CUDA_PATH, PATH, and the usual
/// places.
std::vector<std::string> cudaProgramFolders(const Config &config);

/// Folders that may hold ROCm's device libraries, likewise: --rocm-path alone;
/// or HIP_DEVICE_LIB_PATH, ROCM_PATH and the usual places, ROCm's and Debian's.
std::vector<std::string> rocmLibraryFolders(const Config &config);

} // namespace llbc

#endif // LLBC_SUPPORT_TOOLKITS_H
