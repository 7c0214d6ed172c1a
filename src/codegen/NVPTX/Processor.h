// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors and ISA versions, as LLVM knows them: versions are numbers such as
// 90 for sm_90a and 78 for `.version 7.8`.

#ifndef LLBC_CODEGEN_NVPTX_PROCESSOR_H
#define LLBC_CODEGEN_NVPTX_PROCESSOR_H

#include "llbc/Config.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <string>
#include <vector>

namespace llbc::nvptx {

/// A processor's name in two parts: 90 and "a" of sm_90a; 0 for what is no such
/// name.
struct ProcessorName {
  unsigned version = 0;
  llvm::StringRef suffix;
};

ProcessorName parseProcessor(llvm::StringRef cpu);

/// 90 for "sm_90a"; 0 for what is no such name.
unsigned smVersion(llvm::StringRef cpu);

/// All that LLVM knows, in no order.
std::vector<std::string> knownProcessors(const llvm::Triple &triple);

/// All that LLVM knows, in order.
std::vector<unsigned> knownIsas(const llvm::Triple &triple);

/// The newest ISA that \p features (as in --target-feature) ask for; 0 if none.
unsigned requestedIsa(const llvm::Triple &triple, llvm::StringRef features);

/// The ISA that LLVM uses for \p cpu where none is asked for: the oldest that
/// knows it.
unsigned defaultIsa(const llvm::Triple &triple, llvm::StringRef cpu);

/// The target features of \p config and, where they ask for no ISA, the newest
/// one that a function with assembly in \p module was compiled for, as far as
/// --max-ptx allows: LLVM does not know what the assembly needs.
std::string featuresFor(const llvm::Module &module, const llvm::Triple &triple,
                        llvm::StringRef cpu, const Config &config);

/// What PTX is made for.
struct Processor {
  unsigned sm = 0;
  unsigned isa = 0;
};

Processor processorOf(const llvm::TargetMachine &machine);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_PROCESSOR_H
