// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Checks.h"

#include "codegen/CodeChecks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/AMDGPUAddrSpace.h"

using namespace llvm;

namespace llbc::amdgpu {
namespace {

constexpr Intrinsic::ID missingIntrinsics[] = {Intrinsic::frameaddress,
                                               Intrinsic::vscale};

constexpr unsigned variableSpaces[] = {
    AMDGPUAS::FLAT_ADDRESS, AMDGPUAS::GLOBAL_ADDRESS, AMDGPUAS::REGION_ADDRESS,
    AMDGPUAS::LOCAL_ADDRESS, AMDGPUAS::CONSTANT_ADDRESS};

constexpr CodeLimits limits = {"AMD GPUs have no", "llvm.amdgcn.",
                               missingIntrinsics, variableSpaces};

bool isFlat(const Type &pointer) {
  const unsigned space = pointer.getPointerAddressSpace();
  return space == AMDGPUAS::FLAT_ADDRESS || space == AMDGPUAS::GLOBAL_ADDRESS ||
         space == AMDGPUAS::CONSTANT_ADDRESS;
}

/// Why there is no relocation for \p expression; "" if there may be one.
std::string checkExpression(const ConstantExpr &expression,
                            const DataLayout &layout) {
  const Constant &operand = *expression.getOperand(0);
  switch (expression.getOpcode()) {
  case Instruction::AddrSpaceCast:
    // A null pointer is a number of its own in each address space.
    return operand.isNullValue() ||
                   (isFlat(*expression.getType()) && isFlat(*operand.getType()))
               ? ""
               : "an address in another address space";
  case Instruction::PtrToInt:
  case Instruction::PtrToAddr:
    return layout.getTypeSizeInBits(expression.getType()) ==
                   layout.getTypeSizeInBits(operand.getType())
               ? ""
               : "an address as an integer of another size";
  case Instruction::Trunc:
    return "an address that is cut to a smaller integer";
  case Instruction::Xor:
    return "an address in arithmetic (xor)";
  default:
    return {};
  }
}

/// Whether \p value has a fixed place in local memory: LLVM's lowering of local
/// memory gives its own variables one, and tables of their addresses.
bool hasFixedAddress(const GlobalValue &value) {
  const std::optional<ConstantRange> range = value.getAbsoluteSymbolRange();
  return range && range->isSingleElement();
}

/// The part of an initialiser that LLVM or lld cannot express, or "".
std::string findFault(const Constant &constant, const DataLayout &layout,
                      SmallPtrSetImpl<const Constant *> &visited) {
  if (isa<ConstantData>(constant) || !visited.insert(&constant).second)
    return {};
  if (const auto *value = dyn_cast<GlobalValue>(&constant))
    return value->getAddressSpace() == AMDGPUAS::LOCAL_ADDRESS &&
                   !hasFixedAddress(*value)
               ? "the address of local memory: " +
                     DefinitionReport::describe(*value)
               : std::string();
  const auto *expression = dyn_cast<ConstantExpr>(&constant);
  // The distance of two variables may be of any size.
  const auto *inner =
      expression && expression->getOpcode() == Instruction::Trunc
          ? dyn_cast<ConstantExpr>(expression->getOperand(0))
          : expression;
  if (inner && inner->getOpcode() == Instruction::Sub)
    return {};
  if (expression)
    if (std::string fault = checkExpression(*expression, layout);
        !fault.empty())
      return fault;
  for (const Use &operand : constant.operands())
    if (const auto *part = dyn_cast<Constant>(operand))
      if (std::string fault = findFault(*part, layout, visited); !fault.empty())
        return fault;
  return {};
}

} // namespace

void checkModule(const Module &module, const DefinitionReport &report) {
  checkVariables(module, limits, report);
  for (const GlobalVariable &variable : module.globals()) {
    if (!variable.hasInitializer() || variable.getSection() == "llvm.metadata")
      continue;
    if (const unsigned space = variable.getAddressSpace();
        (space == AMDGPUAS::LOCAL_ADDRESS ||
         space == AMDGPUAS::REGION_ADDRESS) &&
        !isa<UndefValue>(variable.getInitializer()))
      report.error(variable, "AMD GPUs give local memory no initial value");
    SmallPtrSet<const Constant *, 16> visited;
    if (std::string fault = findFault(*variable.getInitializer(),
                                      module.getDataLayout(), visited);
        !fault.empty())
      report.error(variable, "AMD GPUs cannot express an initial value",
                   {"it is " + fault});
  }
  checkCode(module, limits, report);
}

} // namespace llbc::amdgpu
