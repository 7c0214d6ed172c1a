// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/CodeChecks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace llbc {
namespace {

/// For these a code generator crashes, or emits nothing, or a zero.
constexpr Intrinsic::ID hostIntrinsics[] = {
    Intrinsic::addressofreturnaddress,
    Intrinsic::adjust_trampoline,
    Intrinsic::call_preallocated_setup,
    Intrinsic::clear_cache,
    Intrinsic::eh_dwarf_cfa,
    Intrinsic::eh_return_i32,
    Intrinsic::eh_return_i64,
    Intrinsic::eh_sjlj_longjmp,
    Intrinsic::eh_sjlj_setjmp,
    Intrinsic::eh_unwind_init,
    Intrinsic::experimental_gc_statepoint,
    Intrinsic::experimental_patchpoint,
    Intrinsic::experimental_patchpoint_void,
    Intrinsic::experimental_stackmap,
    Intrinsic::gcread,
    Intrinsic::gcroot,
    Intrinsic::gcwrite,
    Intrinsic::init_trampoline,
    Intrinsic::instrprof_cover,
    Intrinsic::instrprof_increment,
    Intrinsic::instrprof_increment_step,
    Intrinsic::instrprof_value_profile,
    Intrinsic::localescape,
    Intrinsic::localrecover,
    Intrinsic::swift_async_context_addr,
    Intrinsic::thread_pointer,
};

/// "" where \p call is fine.
std::string checkIntrinsic(const IntrinsicInst &call,
                           const CodeLimits &limits) {
  const Intrinsic::ID id = call.getIntrinsicID();
  StringRef name = call.getCalledFunction()->getName();
  if (Intrinsic::isTargetIntrinsic(id) &&
      !name.starts_with(limits.ownIntrinsics))
    return "intrinsic of another target: " + name.str();
  if (llvm::is_contained(hostIntrinsics, id) ||
      llvm::is_contained(limits.missingIntrinsics, id))
    return (limits.lacks + " equivalent of " + name).str();
  return {};
}

bool isWideFloat(const Type &type) {
  const Type *scalar = type.getScalarType();
  return scalar->isFP128Ty() || scalar->isX86_FP80Ty() ||
         scalar->isPPC_FP128Ty();
}

std::string spell(const Type &type) {
  std::string text;
  raw_string_ostream os(text);
  type.print(os);
  return text;
}

/// Whether \p instruction computes with floating-point numbers; changes of the
/// sign are integer work.
bool isArithmetic(const Instruction &instruction) {
  if (const auto *cast = dyn_cast<CastInst>(&instruction))
    return !isa<BitCastInst>(cast);
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == Intrinsic::sqrt ||
           call->getIntrinsicID() == Intrinsic::fma ||
           call->getIntrinsicID() == Intrinsic::fmuladd;
  return isa<BinaryOperator>(instruction) || isa<FCmpInst>(instruction);
}

std::string checkTypes(const Instruction &instruction,
                       const CodeLimits &limits) {
  SmallVector<const Type *, 4> types = {instruction.getType()};
  for (const Use &operand : instruction.operands())
    types.push_back(operand->getType());
  for (const Type *type : types) {
    if (type->isScalableTy())
      return (limits.lacks + " scalable vectors").str();
    if (isWideFloat(*type) && isArithmetic(instruction))
      return (limits.lacks + " arithmetic on " + spell(*type->getScalarType()))
          .str();
  }
  for (const Use &operand : instruction.operands())
    if (isa<ConstantFP>(operand) && operand->getType()->isX86_FP80Ty())
      return (limits.lacks + " constants of x86_fp80").str();
  return {};
}

std::string checkConversion(const Instruction &instruction,
                            const CodeLimits &limits) {
  constexpr unsigned widest = 64;
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const bool isSaturating =
      call && (call->getIntrinsicID() == Intrinsic::fptosi_sat ||
               call->getIntrinsicID() == Intrinsic::fptoui_sat);
  if ((!isSaturating && !isa<CastInst>(instruction)) ||
      isa<BitCastInst>(instruction) ||
      (!isSaturating && limits.convertsWideIntegers))
    return {};
  Type *from = instruction.getOperand(0)->getType()->getScalarType();
  Type *to = instruction.getType()->getScalarType();
  if (from->isFloatingPointTy() == to->isFloatingPointTy())
    return {};
  Type *integer = from->isIntegerTy() ? from : to;
  if (!integer->isIntegerTy() || integer->getIntegerBitWidth() <= widest)
    return {};
  return (limits.lacks + " conversion of " + spell(*from) + " to " + spell(*to))
      .str();
}

/// What \p instruction needs and \p limits do not give; "" if it is fine.
std::string check(const Instruction &instruction, const CodeLimits &limits) {
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    if (std::string fault = checkIntrinsic(*call, limits); !fault.empty())
      return fault;
  if (isa<IndirectBrInst>(instruction))
    return (limits.lacks + " jumps to computed addresses (indirectbr)").str();
  if (const auto *call = dyn_cast<CallInst>(&instruction);
      call && call->isMustTailCall() && !limits.hasTailCalls)
    return (limits.lacks + " guaranteed tail calls (musttail)").str();
  if (std::string fault = checkConversion(instruction, limits); !fault.empty())
    return fault;
  return checkTypes(instruction, limits);
}

} // namespace

void checkVariables(const Module &module, const CodeLimits &limits,
                    const DefinitionReport &report) {
  for (const GlobalVariable &variable : module.globals()) {
    if (variable.use_empty())
      continue;
    if (variable.isThreadLocal())
      report.error(variable, limits.lacks + " thread-local variables");
    else if (!llvm::is_contained(limits.variableSpaces,
                                 variable.getAddressSpace()))
      report.error(variable, limits.lacks + " variables in address space " +
                                 Twine(variable.getAddressSpace()));
  }
}

void checkCode(const Module &module, const CodeLimits &limits,
               const DefinitionReport &report) {
  for (const Function &function : module) {
    if (function.hasGC())
      report.error(function, limits.lacks + " garbage collector");
    StringSet<> reported;
    for (const Instruction &instruction : instructions(function))
      if (std::string fault = check(instruction, limits);
          !fault.empty() && reported.insert(fault).second)
        report.error(instruction, fault);
  }
}

} // namespace llbc
