// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AMD target IDs: a processor with optional settings, "gfx90a:xnack+:sramecc-"
// (LLVM's AMDGPUUsage, "Target ID").

#ifndef LLBC_CODEGEN_AMDGPU_TARGETID_H
#define LLBC_CODEGEN_AMDGPU_TARGETID_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace llbc::amdgpu {

/// A target ID as LLVM takes it.
struct TargetID {
  std::string cpu;
  std::string features; ///< "+xnack,-sramecc"; settings left open are absent.
};

/// Whether \p cpu has \p setting: "xnack" or "sramecc".
bool hasSetting(llvm::StringRef cpu, llvm::StringRef setting);

/// Parses \p text. Errors name what is wrong with it: an unknown processor, a
/// setting that the processor does not have, one given twice.
llvm::Expected<TargetID> parseTargetID(llvm::StringRef text);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_TARGETID_H
