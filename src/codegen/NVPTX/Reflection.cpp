// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Libdevice.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// What nvcc's compiler answers.
unsigned answer(StringRef question, const Reflection &reflection) {
  constexpr unsigned archFactor = 10; // __CUDA_ARCH is 900 for sm_90.
  return StringSwitch<unsigned>(question)
      .Case("__CUDA_ARCH", reflection.smVersion * archFactor)
      .Case("__CUDA_FTZ", reflection.flushDenormals ? 1 : 0)
      .Case("__CUDA_PREC_SQRT", reflection.preciseSqrt ? 1 : 0)
      .Case("__CUDA_PREC_DIV", reflection.preciseDiv ? 1 : 0)
      .Default(0);
}

/// Replaces \p call by \p value, and all that is constant then.
void foldInto(Instruction &call, Constant &value, const DataLayout &layout) {
  SmallSetVector<Instruction *, 8> pending;
  auto replace = [&](Instruction &instruction, Constant &constant) {
    for (User *user : instruction.users())
      if (auto *next = dyn_cast<Instruction>(user))
        pending.insert(next);
    instruction.replaceAllUsesWith(&constant);
    instruction.eraseFromParent();
  };
  replace(call, value);
  while (!pending.empty()) {
    Instruction *instruction = pending.pop_back_val();
    if (instruction->mayHaveSideEffects())
      continue;
    if (Constant *constant = ConstantFoldInstruction(instruction, layout))
      replace(*instruction, *constant);
  }
}

} // namespace

void foldReflection(Module &module, const Reflection &reflection) {
  SmallSetVector<Function *, 16> changed;
  for (Function &callee : module) {
    if (!callee.isDeclaration() ||
        (callee.getName() != "__nvvm_reflect" &&
         callee.getName() != "__nvvm_reflect_ocl" &&
         callee.getIntrinsicID() != Intrinsic::nvvm_reflect))
      continue;
    for (Use &use : make_early_inc_range(callee.uses())) {
      auto *call = dyn_cast<CallInst>(use.getUser());
      StringRef question;
      if (!call || !call->isCallee(&use) || call->arg_size() != 1 ||
          !call->getType()->isIntegerTy() ||
          !getConstantStringInfo(call->getArgOperand(0)->stripPointerCasts(),
                                 question))
        continue;
      changed.insert(call->getFunction());
      foldInto(*call,
               *ConstantInt::get(call->getType(), answer(question, reflection)),
               module.getDataLayout());
    }
  }
  for (Function *function : changed) {
    for (BasicBlock &block : *function)
      ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(*function);
  }
}

} // namespace llbc::nvptx
