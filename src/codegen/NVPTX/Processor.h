// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NVPTX_PROCESSOR_H
#define LLBC_CODEGEN_NVPTX_PROCESSOR_H

#include "llvm/Target/TargetMachine.h"

namespace llbc::nvptx {

/// 90 for "sm_90a"; 0 for what is no such name.
unsigned smVersion(llvm::StringRef cpu);

/// What PTX is made for.
struct Processor {
  unsigned sm = 0;  ///< 90 for sm_90a.
  unsigned isa = 0; ///< 78 for `.version 7.8`.
};

Processor processorOf(const llvm::TargetMachine &machine);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_PROCESSOR_H
