// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/SmallDivision.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace llbc::amdgpu {
namespace {

constexpr unsigned legalWidth = 32;

bool isSmallDivision(const Instruction &instruction) {
  return instruction.isIntDivRem() &&
         instruction.getType()->getScalarSizeInBits() < legalWidth;
}

void widen(BinaryOperator &division) {
  Type *type = division.getType();
  IRBuilder<> builder(&division);
  Type *wide = type->getWithNewBitWidth(legalWidth);
  const bool isSigned = division.getOpcode() == Instruction::SDiv ||
                        division.getOpcode() == Instruction::SRem;
  auto extend = [&](Value *operand) {
    return isSigned ? builder.CreateSExt(operand, wide)
                    : builder.CreateZExt(operand, wide);
  };
  Value *dividend = extend(division.getOperand(0));
  Value *divisor = extend(division.getOperand(1));
  Value *result = builder.CreateTrunc(
      builder.CreateBinOp(division.getOpcode(), dividend, divisor), type);
  result->takeName(&division);
  division.replaceAllUsesWith(result);
  division.eraseFromParent();
}

} // namespace

void widenSmallDivisions(Module &module, CodeGenOptLevel level) {
  for (Function &function : module) {
    if (level != CodeGenOptLevel::None && !function.hasOptNone())
      continue;
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (isSmallDivision(instruction))
        widen(cast<BinaryOperator>(instruction));
  }
}

} // namespace llbc::amdgpu
