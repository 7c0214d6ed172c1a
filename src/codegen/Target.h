// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pipeline needs to know about a device. A new device is one new
// implementation of this interface; nothing else names it.

#ifndef LLBC_CODEGEN_TARGET_H
#define LLBC_CODEGEN_TARGET_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>

namespace llbc {

class Target {
public:
  virtual ~Target() = default;

  /// The target for \p triple, or an error that lists those there are.
  static llvm::Expected<std::unique_ptr<Target>>
  create(const llvm::Triple &triple);

  const llvm::Triple &triple() const { return targetTriple; }

  /// Checks the processor and features of \p config (where the processor is
  /// absent: that of \p module's kernels) and makes the machine for them.
  virtual llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
  createMachine(const Config &config, const llvm::Module &module) const = 0;

  /// Whether the driver or the device's runtime defines \p symbol.
  virtual bool isProvided(llvm::StringRef symbol) const = 0;

  /// How much of \p wanted the output can hold for \p machine.
  virtual DebugLevel
  supportedDebug(DebugLevel wanted,
                 const llvm::TargetMachine &machine) const = 0;

  /// Rewrites what the code generator cannot express, in an internalised
  /// module, before optimisation. Reports what has no equivalent.
  virtual void lower(llvm::Module &module, Diagnostics &diag) const = 0;

  /// The last step before code generation: gives local symbols names that the
  /// output can hold, and reports what code generation would drop, get wrong or
  /// die of.
  virtual void legalize(llvm::Module &module, Diagnostics &diag) const = 0;

protected:
  explicit Target(llvm::Triple triple) : targetTriple(std::move(triple)) {}

private:
  llvm::Triple targetTriple;
};

/// LLVM's name for an optimisation level, for a code generator.
llvm::CodeGenOptLevel codeGenLevel(OptLevel level);

/// Makes a machine for \p triple; the processor and features must be valid.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
makeMachine(const llvm::Triple &triple, llvm::StringRef cpu,
            llvm::StringRef features, OptLevel level);

/// Checks that LLVM knows \p cpu and each of the comma-separated \p features
/// for \p triple; the error lists or names them.
llvm::Error checkProcessor(const llvm::Triple &triple, llvm::StringRef cpu,
                           llvm::StringRef features);

/// NVIDIA GPUs: src/codegen/NVPTX.
std::unique_ptr<Target> createNVPTXTarget(const llvm::Triple &triple);

} // namespace llbc

#endif // LLBC_CODEGEN_TARGET_H
