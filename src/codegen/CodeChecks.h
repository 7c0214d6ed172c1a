// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM IR can say and a GPU cannot do, found before the code generator
// dies of it or drops it.

#ifndef LLBC_CODEGEN_CODECHECKS_H
#define LLBC_CODEGEN_CODECHECKS_H

#include "report/DefinitionReport.h"

#include "llvm/IR/Module.h"

namespace llbc {

/// What a target takes, for the checks below.
struct CodeLimits {
  llvm::StringRef lacks; ///< "PTX has no", for messages.
  /// Intrinsics of this target begin with it: "llvm.nvvm.".
  llvm::StringRef ownIntrinsics;
  /// Generic intrinsics that only this target cannot express.
  llvm::ArrayRef<unsigned> missingIntrinsics;
  /// Where variables can be.
  llvm::ArrayRef<unsigned> variableSpaces;
  /// Whether its code generator turns integers of more than 64 bits into
  /// floating-point numbers and back.
  bool convertsWideIntegers = true;
  bool hasTailCalls = true;
};

/// Reports variables that are thread-local or in an address space that has
/// none.
void checkVariables(const llvm::Module &module, const CodeLimits &limits,
                    const DefinitionReport &report);

/// Reports code for which the target has no instructions. Of each kind, the
/// first place in a function is enough.
void checkCode(const llvm::Module &module, const CodeLimits &limits,
               const DefinitionReport &report);

} // namespace llbc

#endif // LLBC_CODEGEN_CODECHECKS_H
