// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What PTX asks of the machine that loads it: processor, ISA, CUDA, driver.

#ifndef LLBC_CODEGEN_NVPTX_REQUIREMENTS_H
#define LLBC_CODEGEN_NVPTX_REQUIREMENTS_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llbc::nvptx {

/// A version of the PTX ISA as people write it: 7.8 for 78.
std::string isaName(unsigned isa);

/// Which GPUs can run what is made for \p cpu: "sm_80 or newer", "exactly
/// sm_90a", "the sm_100 family".
std::string describeProcessor(llvm::StringRef cpu);

/// All of that in one line, with the first CUDA release and driver for the ISA
/// if they are known.
std::string describeRequirements(llvm::StringRef ptx);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_REQUIREMENTS_H
