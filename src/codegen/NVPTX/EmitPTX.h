// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NVPTX_EMITPTX_H
#define LLBC_CODEGEN_NVPTX_EMITPTX_H

#include "codegen/Target.h"

namespace llbc::nvptx {

/// Target::emitText. A function that needs a newer PTX ISA than the link's, or
/// another processor, is an error that says so; with --max-ptx the ISA is
/// raised as far as that helps. Ends in a fatal error, after its own, if LLVM
/// died of
/// \p module.
std::string emitPTX(llvm::Module &module, llvm::TargetMachine &machine,
                    const ImageSetting &setting,
                    llvm::function_ref<std::string()> remake,
                    Diagnostics &diag);

/// Fails if the PTX ISA that \p cpu needs, the one that is asked for and the
/// newest that may be used contradict each other.
llvm::Error checkIsa(const llvm::Triple &triple, llvm::StringRef cpu,
                     const Config &config);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_EMITPTX_H
