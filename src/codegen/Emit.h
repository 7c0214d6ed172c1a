// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_EMIT_H
#define LLBC_CODEGEN_EMIT_H

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

namespace llvm {
class TargetPassConfig;
} // namespace llvm

namespace llbc {

/// Adds passes to those of one code generation.
using PassHook = void (*)(llvm::TargetPassConfig &config);

/// Stage 7: \p module as assembly or as a relocatable object, by \p type. It is
/// changed on the way. What the back end reports goes to the module's context,
/// what it dies of to the caller's guard; the result is then incomplete. \p
/// hook may add passes.
llvm::Expected<std::string> emitCode(llvm::Module &module,
                                     llvm::TargetMachine &machine,
                                     llvm::CodeGenFileType type,
                                     PassHook hook = nullptr);

/// \p module as bitcode and as text.
std::string emitBitcode(const llvm::Module &module);
std::string emitIR(const llvm::Module &module);

} // namespace llbc

#endif // LLBC_CODEGEN_EMIT_H
