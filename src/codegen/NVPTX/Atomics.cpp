// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM 22 writes every native atomicrmw as a bare `atom`, which PTX takes as
// relaxed and of scope .gpu (PTX ISA, "atom"), and below sm_70 a bare `atom`
// for every cmpxchg. Here each gets the order and the scope that it asks for,
// as the PTX memory model has them for C++ (Lustig et al., "A Formal Analysis
// of the NVIDIA PTX Memory Consistency Model", ASPLOS 2019) and as LLVM does it
// for loads, stores and, from sm_70 on, cmpxchg:
//
//            from sm_70 on                 before
//   acquire  atom.acquire                  atom; membar
//   release  atom.release                  membar; atom
//   acq_rel  atom.acq_rel                  membar; atom; membar
//   seq_cst  fence.sc; atom.acquire        membar; atom; membar
//
// The default scope is the system's: other GPUs and the host see the operation
// as one, which a bare `atom` does not promise them. A bare one does for narrow
// scopes, as .gpu contains them.

#include "codegen/NVPTX/NVPTX.h"
#include "codegen/NVPTX/Processor.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <memory>

using namespace llvm;

namespace llbc::nvptx {
namespace {

constexpr unsigned firstScopes = 60; ///< Processor with .cta and .sys.
constexpr unsigned firstOrders = 70; ///< With .acquire and its like.
constexpr unsigned firstClusters = 90;

/// PTX's name of a synchronisation scope; what it does not know is taken as the
/// widest.
StringRef scopeName(const LLVMContext &context, SyncScope::ID scope,
                    Processor cpu) {
  const StringRef name = context.getSyncScopeName(scope).value_or("");
  if (name == "block")
    return "cta";
  if (name == "device" || (name == "cluster" && cpu.sm < firstClusters))
    return "gpu";
  return name == "cluster" ? "cluster" : "sys";
}

/// The operation and type of a native instruction: "add.u32"; "" for others.
std::string operationName(const AtomicRMWInst &atomic) {
  const Type *type = atomic.getType();
  const unsigned width = type->getPrimitiveSizeInBits();
  if (atomic.getOperation() == AtomicRMWInst::FAdd) {
    if (type->isHalfTy() || type->isBFloatTy())
      return type->isHalfTy() ? "add.noftz.f16" : "add.noftz.bf16";
    return type->isFloatTy() || type->isDoubleTy()
               ? "add.f" + std::to_string(width)
               : "";
  }
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64))
    return "";
  const auto typed = [&](StringRef name) {
    return (name + Twine(width)).str();
  };
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Xchg:
    return typed("exch.b");
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return typed("add.u");
  case AtomicRMWInst::And:
    return typed("and.b");
  case AtomicRMWInst::Or:
    return typed("or.b");
  case AtomicRMWInst::Xor:
    return typed("xor.b");
  case AtomicRMWInst::Max:
    return typed("max.s");
  case AtomicRMWInst::Min:
    return typed("min.s");
  case AtomicRMWInst::UMax:
    return typed("max.u");
  case AtomicRMWInst::UMin:
    return typed("min.u");
  case AtomicRMWInst::UIncWrap:
    return width == 32 ? "inc.u32" : "";
  case AtomicRMWInst::UDecWrap:
    return width == 32 ? "dec.u32" : "";
  default:
    return "";
  }
}

StringRef orderName(AtomicOrdering order) {
  switch (order) {
  case AtomicOrdering::Acquire:
  case AtomicOrdering::SequentiallyConsistent: // After a fence.
    return ".acquire";
  case AtomicOrdering::Release:
    return ".release";
  case AtomicOrdering::AcquireRelease:
    return ".acq_rel";
  default:
    return ".relaxed";
  }
}

/// Replaces \p atomic by the instruction of PTX; false if it is none of those
/// known here.
bool writeInstruction(AtomicRMWInst &atomic, StringRef order, StringRef scope) {
  const std::string operation = operationName(atomic);
  const unsigned space = atomic.getPointerAddressSpace();
  if (operation.empty() ||
      (space != genericAddressSpace && space != globalAddressSpace &&
       space != sharedAddressSpace))
    return false;
  const StringRef place = space == globalAddressSpace   ? ".global"
                          : space == sharedAddressSpace ? ".shared"
                                                        : "";
  IRBuilder<> builder(&atomic);
  Type *type = atomic.getType();
  Type *bits = builder.getIntNTy(type->getPrimitiveSizeInBits());
  const auto constraint = [](unsigned width) {
    return width == 16 ? "h" : width == 32 ? "r" : "l";
  };
  Value *operand = atomic.getValOperand();
  if (atomic.getOperation() == AtomicRMWInst::Sub)
    operand = builder.CreateNeg(operand);
  Value *pointer = atomic.getPointerOperand();
  const StringRef value = constraint(bits->getIntegerBitWidth());
  InlineAsm *code = InlineAsm::get(
      FunctionType::get(bits, {pointer->getType(), bits}, false),
      ("atom" + order + "." + scope + place + "." + operation +
       " $0, [$1], $2;")
          .str(),
      ("=" + value + "," +
       constraint(atomic.getDataLayout().getPointerSizeInBits(space)) + "," +
       value + ",~{memory}")
          .str(),
      /*hasSideEffects=*/true);
  CallInst *call =
      builder.CreateCall(code, {pointer, builder.CreateBitCast(operand, bits)});
  call->setDoesNotThrow();
  atomic.replaceAllUsesWith(builder.CreateBitCast(call, type));
  atomic.eraseFromParent();
  return true;
}

/// Fences of the scope around \p instruction, for what \p order asks for.
void addFences(Instruction &instruction, AtomicOrdering order,
               SyncScope::ID scope) {
  IRBuilder<> builder(&instruction);
  // LLVM has put one before what is sequentially consistent.
  const auto *before = dyn_cast_or_null<FenceInst>(instruction.getPrevNode());
  const AtomicOrdering wanted = order == AtomicOrdering::SequentiallyConsistent
                                    ? order
                                    : AtomicOrdering::Release;
  if (isReleaseOrStronger(order) &&
      !(before && before->getSyncScopeID() == scope &&
        isAtLeastOrStrongerThan(before->getOrdering(), wanted)))
    builder.CreateFence(wanted, scope);
  if (isAcquireOrStronger(order)) {
    builder.SetInsertPoint(instruction.getNextNode());
    builder.CreateFence(AtomicOrdering::Acquire, scope);
  }
}

class AtomicOrder : public FunctionPass {
public:
  // NOLINTNEXTLINE(readability-identifier-naming): the name that LLVM expects.
  static char ID;

  AtomicOrder() : FunctionPass(ID) {}

  StringRef getPassName() const override { return "Order of atomics in PTX"; }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.addRequired<TargetPassConfig>();
    usage.setPreservesCFG();
  }

  bool runOnFunction(Function &function) override {
    const Processor cpu =
        processorOf(getAnalysis<TargetPassConfig>().getTM<TargetMachine>());
    SmallVector<Instruction *> atomics;
    for (Instruction &instruction : instructions(function))
      if (instruction.isAtomic())
        atomics.push_back(&instruction);
    bool isChanged = false;
    for (Instruction *atomic : atomics)
      isChanged |= order(*atomic, cpu);
    return isChanged;
  }

private:
  static bool order(Instruction &instruction, Processor cpu);
  static bool orderUpdate(AtomicRMWInst &atomic, Processor cpu);
};

char AtomicOrder::ID = 0;

bool AtomicOrder::order(Instruction &instruction, Processor cpu) {
  if (getAtomicSyncScopeID(&instruction) == SyncScope::SingleThread)
    return false;
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return orderUpdate(*update, cpu);
  if (cpu.sm >= firstOrders)
    return false;
  const auto rewrite = [&](auto &atomic, AtomicOrdering order) {
    if (!isStrongerThanMonotonic(order))
      return false;
    addFences(atomic, order, atomic.getSyncScopeID());
    return true;
  };
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    if (!rewrite(*exchange, exchange->getMergedOrdering()))
      return false;
    exchange->setSuccessOrdering(AtomicOrdering::Monotonic);
    exchange->setFailureOrdering(AtomicOrdering::Monotonic);
    return true;
  }
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    if (!rewrite(*load, load->getOrdering()))
      return false;
    load->setOrdering(AtomicOrdering::Monotonic);
    return true;
  }
  if (auto *store = dyn_cast<StoreInst>(&instruction)) {
    if (!rewrite(*store, store->getOrdering()))
      return false;
    store->setOrdering(AtomicOrdering::Monotonic);
    return true;
  }
  return false;
}

bool AtomicOrder::orderUpdate(AtomicRMWInst &atomic, Processor cpu) {
  const AtomicOrdering order = atomic.getOrdering();
  const SyncScope::ID scope = atomic.getSyncScopeID();
  const StringRef scopeText = scopeName(atomic.getContext(), scope, cpu);
  const bool isRelaxed = !isStrongerThanMonotonic(order);
  if (isRelaxed && (scopeText != "sys" || cpu.sm < firstScopes))
    return false;
  if (cpu.sm >= firstOrders && !operationName(atomic).empty()) {
    if (order == AtomicOrdering::SequentiallyConsistent)
      IRBuilder<>(&atomic).CreateFence(order, scope);
    if (writeInstruction(atomic, orderName(order), scopeText))
      return true;
  }
  addFences(atomic, order, scope);
  atomic.setOrdering(AtomicOrdering::Monotonic);
  if (scopeText == "sys" && cpu.sm >= firstScopes && cpu.sm < firstOrders)
    writeInstruction(atomic, "", scopeText);
  return true;
}

} // namespace

void orderAtomics(TargetPassConfig &config) {
  static const RegisterPass<AtomicOrder> pass("llbc-nvptx-atomic-order",
                                              "Order of atomics in PTX");
  // It works on what LLVM leaves as it is when it expands atomics, which it
  // does at every level.
  const std::unique_ptr<Pass> before(createAtomicExpandLegacyPass());
  config.insertPass(before->getPassID(), &AtomicOrder::ID);
}

} // namespace llbc::nvptx
