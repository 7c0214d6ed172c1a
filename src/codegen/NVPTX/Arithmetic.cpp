// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Arithmetic.h"

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// `div.full.f32`, lane by lane.
Value *divide(IRBuilder<> &builder, Instruction &division) {
  const bool flushes =
      division.getFunction()->getDenormalMode(APFloat::IEEEsingle()).Output ==
      DenormalMode::PreserveSign;
  const Intrinsic::ID id =
      flushes ? Intrinsic::nvvm_div_full_ftz : Intrinsic::nvvm_div_full;
  Value *left = division.getOperand(0);
  Value *right = division.getOperand(1);
  const auto *vector = dyn_cast<FixedVectorType>(division.getType());
  if (!vector)
    return builder.CreateIntrinsic(id, {}, {left, right});
  Value *result = PoisonValue::get(division.getType());
  for (unsigned lane = 0; lane != vector->getNumElements(); ++lane)
    result = builder.CreateInsertElement(
        result,
        builder.CreateIntrinsic(id, {},
                                {builder.CreateExtractElement(left, lane),
                                 builder.CreateExtractElement(right, lane)}),
        lane);
  return result;
}

} // namespace

void relaxArithmetic(Module &module, const Arithmetic &arithmetic) {
  for (Instruction *operation : findInexactOperations(module, arithmetic)) {
    if (operation->getOpcode() != Instruction::FDiv) {
      operation->setHasApproxFunc(true); // Becomes `sqrt.approx.f32`.
      continue;
    }
    // With `afn` it would become the less exact `div.approx.f32`.
    if (operation->hasApproxFunc())
      continue;
    IRBuilder<> builder(operation);
    operation->replaceAllUsesWith(divide(builder, *operation));
    operation->eraseFromParent();
  }
}

} // namespace llbc::nvptx
