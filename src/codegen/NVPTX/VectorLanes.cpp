// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// From here on LLVM 22 holds `<2 x i32>` in a register. There are no
/// instructions for two lanes, and it cannot select some operations that it
/// makes on its way to single ones.
constexpr unsigned firstSmWithPairs = 100;

/// Whether \p type becomes pairs of 32-bit integers.
bool isOfWords(const Type &type) {
  constexpr unsigned least = 17;
  constexpr unsigned most = 32;
  const auto *vector = dyn_cast<FixedVectorType>(&type);
  return vector && vector->getElementType()->isIntegerTy() &&
         vector->getElementType()->getIntegerBitWidth() >= least &&
         vector->getElementType()->getIntegerBitWidth() <= most;
}

bool isLaneByLane(const Instruction &instruction) {
  if (!isa<FixedVectorType>(instruction.getType()))
    return false;
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return isTriviallyVectorizable(call->getIntrinsicID()) ||
           call->getIntrinsicID() == Intrinsic::bswap;
  if (const auto *select = dyn_cast<SelectInst>(&instruction))
    return select->getCondition()->getType()->isVectorTy();
  return isa<BinaryOperator, CmpInst>(instruction) ||
         (isa<CastInst>(instruction) && !isa<BitCastInst>(instruction));
}

bool isCanonicalize(const Instruction &instruction) {
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == Intrinsic::canonicalize;
}

bool isUnselectable(const Instruction &instruction, unsigned sm) {
  if (isCanonicalize(instruction))
    return instruction.getType()->isVectorTy() ||
           instruction.getType()->isBFloatTy();
  return isLaneByLane(instruction) && sm >= firstSmWithPairs &&
         (isOfWords(*instruction.getType()) ||
          llvm::any_of(instruction.operands(), [](const Use &operand) {
            return isOfWords(*operand->getType());
          }));
}

/// Single precision holds all of \p number.
Value *canonicalizeBfloat(IRBuilder<> &builder, Value *number) {
  Type *single = builder.getFloatTy();
  Value *wide = builder.CreateIntrinsic(single, Intrinsic::canonicalize,
                                        builder.CreateFPExt(number, single));
  return builder.CreateFPTrunc(wide, number->getType());
}

/// \p instruction for one lane.
Value *makeLane(IRBuilder<> &builder, Instruction &instruction, unsigned lane) {
  // A call's last operand is what it calls.
  const unsigned count =
      instruction.getNumOperands() - (isa<CallBase>(instruction) ? 1 : 0);
  SmallVector<Value *, 4> operands;
  for (unsigned i : llvm::seq(count)) {
    Value *operand = instruction.getOperand(i);
    operands.push_back(operand->getType()->isVectorTy()
                           ? builder.CreateExtractElement(operand, lane)
                           : operand);
  }
  Type *type = instruction.getType()->getScalarType();
  Value *result = nullptr;
  if (isCanonicalize(instruction) && type->isBFloatTy())
    return canonicalizeBfloat(builder, operands[0]);
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
    result =
        builder.CreateIntrinsic(type, intrinsic->getIntrinsicID(), operands);
  else if (const auto *compare = dyn_cast<CmpInst>(&instruction))
    result =
        builder.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
  else if (const auto *conversion = dyn_cast<CastInst>(&instruction))
    result = builder.CreateCast(conversion->getOpcode(), operands[0], type);
  else if (isa<SelectInst>(instruction))
    result = builder.CreateSelect(operands[0], operands[1], operands[2]);
  else
    result = builder.CreateBinOp(cast<BinaryOperator>(instruction).getOpcode(),
                                 operands[0], operands[1]);
  if (auto *made = dyn_cast<Instruction>(result))
    made->copyIRFlags(&instruction);
  return result;
}

void splitIntoLanes(Instruction &instruction) {
  IRBuilder<> builder(&instruction);
  const auto *type = dyn_cast<FixedVectorType>(instruction.getType());
  Value *result = PoisonValue::get(instruction.getType());
  for (unsigned lane : llvm::seq(type ? type->getNumElements() : 0))
    result = builder.CreateInsertElement(
        result, makeLane(builder, instruction, lane), lane);
  if (!type)
    result = makeLane(builder, instruction, 0);
  instruction.replaceAllUsesWith(result);
  instruction.eraseFromParent();
}

} // namespace

void splitVectorOperations(Module &module, unsigned sm) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (isUnselectable(instruction, sm))
        splitIntoLanes(instruction);
}

} // namespace llbc::nvptx
