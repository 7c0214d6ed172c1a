// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Arithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace llbc {

void applyDenormals(Module &module, const Arithmetic &arithmetic) {
  if (!arithmetic.flushDenormals)
    return;
  const DenormalMode mode = *arithmetic.flushDenormals
                                ? DenormalMode::getPreserveSign()
                                : DenormalMode::getIEEE();
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("denormal-fp-math-f32", mode.str());
}

bool flushesDenormals(const Module &module, const Arithmetic &arithmetic) {
  if (arithmetic.flushDenormals)
    return *arithmetic.flushDenormals;
  bool isAny = false;
  for (const Function &function : module) {
    if (!function.hasKernelCallingConv() || function.isDeclaration())
      continue;
    // A library has one form for all kernels: the exact one, if one wants it.
    if (function.getDenormalMode(APFloat::IEEEsingle()).Output !=
        DenormalMode::PreserveSign)
      return false;
    isAny = true;
  }
  return isAny;
}

void flushDenormals(Module &module) {
  constexpr StringRef attribute = "denormal-fp-math-f32";
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(attribute))
      function.addFnAttr(attribute, DenormalMode::getPreserveSign().str());
}

std::vector<Instruction *> findInexactOperations(Module &module,
                                                 const Arithmetic &arithmetic) {
  std::vector<Instruction *> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<IntrinsicInst>(&instruction);
      const bool isSqrt = call && call->getIntrinsicID() == Intrinsic::sqrt;
      const bool isDiv = instruction.getOpcode() == Instruction::FDiv;
      if (instruction.getType()->getScalarType()->isFloatTy() &&
          ((isSqrt && !arithmetic.preciseSqrt) ||
           (isDiv && !arithmetic.preciseDiv)))
        found.push_back(&instruction);
    }
  return found;
}

} // namespace llbc
