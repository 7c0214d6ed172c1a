// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of processors, with the settings of AMD's target IDs.

#ifndef LLBC_IMAGE_ARCH_H
#define LLBC_IMAGE_ARCH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llbc {

/// \p arch with its settings in the one order that LLVM and ROCm use.
std::string canonicalArch(llvm::StringRef arch);

/// Whether code for \p code may run as code for \p arch: it is for the same
/// processor and fixes no setting that \p arch leaves open or has otherwise.
bool covers(llvm::StringRef code, llvm::StringRef arch);

/// \p arch as a part of a C identifier; different for different processors.
std::string archIdentifier(llvm::StringRef arch);

} // namespace llbc

#endif // LLBC_IMAGE_ARCH_H
