// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Unwinding.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace llbc {
namespace {

void dropUnwinding(Function &function) {
  for (BasicBlock &block : function)
    if (isa<InvokeInst, CleanupReturnInst, CatchSwitchInst>(
            block.getTerminator()))
      removeUnwindEdge(&block);
  removeUnreachableBlocks(function);
  // Code that resumes what came from elsewhere is never run either.
  for (BasicBlock &block : function)
    if (auto *resume = dyn_cast<ResumeInst>(block.getTerminator()))
      changeToUnreachable(resume);
  function.setPersonalityFn(nullptr);
}

} // namespace

void dropUnwinding(Module &module,
                   function_ref<bool(const Constant &)> isMissing) {
  for (Function &function : module)
    if (function.hasPersonalityFn() && isMissing(*function.getPersonalityFn()))
      dropUnwinding(function);
}

} // namespace llbc
