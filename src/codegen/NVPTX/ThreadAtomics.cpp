// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

bool isStackVariable(const Value &object) {
  const auto *argument = dyn_cast<Argument>(&object);
  return isa<AllocaInst>(object) || (argument && argument->hasByValAttr());
}

/// The pointer behind an integer, as address space inference sees it, or null.
const Value *behindInteger(const Value &pointer) {
  if (Operator::getOpcode(&pointer) != Instruction::IntToPtr)
    return nullptr;
  const Value *integer = cast<Operator>(pointer).getOperand(0);
  if (Operator::getOpcode(integer) != Instruction::PtrToInt)
    return nullptr;
  return cast<Operator>(integer)->getOperand(0);
}

/// Whether all that \p pointer can point to is on the thread's own stack. Sees
/// at least what the code generator's address space inference does.
bool isOnStack(const Value &pointer) {
  SmallVector<const Value *> work = {&pointer};
  SmallPtrSet<const Value *, 8> visited;
  bool hasVariable = false;
  while (!work.empty()) {
    const Value *next = work.pop_back_val();
    if (!visited.insert(next).second)
      continue;
    SmallVector<const Value *> objects;
    getUnderlyingObjects(next, objects, /*LI=*/nullptr, /*MaxLookup=*/0);
    for (const Value *object : objects) {
      if (isa<UndefValue>(object))
        continue;
      if (const Value *inner = behindInteger(*object)) {
        work.push_back(inner);
        continue;
      }
      const bool isLocal =
          object->getType()->isPointerTy() &&
          object->getType()->getPointerAddressSpace() == localAddressSpace;
      if (!isLocal && !isStackVariable(*object))
        return false;
      hasVariable = true;
    }
  }
  return hasVariable;
}

const Value *pointerOf(const Instruction &instruction) {
  if (const auto *rmw = dyn_cast<AtomicRMWInst>(&instruction))
    return rmw->getPointerOperand();
  if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return getLoadStorePointerOperand(&instruction);
}

/// Only this thread sees its order or its memory.
bool isOfOneThread(const Instruction &instruction) {
  if (getAtomicSyncScopeID(&instruction) == SyncScope::SingleThread)
    return true;
  const Value *pointer =
      instruction.isAtomic() ? pointerOf(instruction) : nullptr;
  return pointer && isOnStack(*pointer);
}

/// Orders the compiler's own work only.
void replaceFence(FenceInst &fence) {
  auto *type = FunctionType::get(Type::getVoidTy(fence.getContext()), false);
  InlineAsm *barrier =
      InlineAsm::get(type, "", "~{memory}", /*hasSideEffects=*/true);
  CallInst *call = CallInst::Create(type, barrier, "", fence.getIterator());
  call->setDebugLoc(fence.getDebugLoc());
  fence.eraseFromParent();
}

void makePlain(Instruction &instruction) {
  if (auto *fence = dyn_cast<FenceInst>(&instruction))
    replaceFence(*fence);
  else if (auto *load = dyn_cast<LoadInst>(&instruction))
    load->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *store = dyn_cast<StoreInst>(&instruction))
    store->setAtomic(AtomicOrdering::NotAtomic);
  else if (auto *rmw = dyn_cast<AtomicRMWInst>(&instruction))
    lowerAtomicRMWInst(rmw);
  else
    lowerAtomicCmpXchgInst(&cast<AtomicCmpXchgInst>(instruction));
}

} // namespace

void lowerThreadAtomics(Module &module) {
  for (Function &function : module) {
    SmallVector<Instruction *> found;
    for (Instruction &instruction : instructions(function))
      if (instruction.isAtomic() && isOfOneThread(instruction))
        found.push_back(&instruction);
    for (Instruction *instruction : found)
      makePlain(*instruction);
  }
}

} // namespace llbc::nvptx
