// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strength reduction knows an index that is sign-extended, or narrower than the
// pointer, by its narrow value. Of two such indices into the same array, where
// the narrow difference may wrap, the second is hidden: a freeze of the
// extended value means the same to the code generator and nothing to that pass.

#include "codegen/NarrowIndices.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/InitializePasses.h"
#include "llvm/PassRegistry.h"
#include "llvm/Transforms/Scalar.h"

#include <memory>
#include <optional>
#include <tuple>

using namespace llvm;

namespace llbc {
namespace {

/// An operand of an address computation, as strength reduction sees it.
struct NarrowIndex {
  GetElementPtrInst *address = nullptr;
  Use *operand = nullptr;
  const SCEV *value = nullptr; ///< Narrower than the pointer.
  uint64_t elementSize = 0;
};

/// Only addresses that agree in this are computed from each other: the address
/// without the index, the index's type, the address's type.
using ArrayKey = std::tuple<const SCEV *, Type *, Type *>;

class Hider {
public:
  Hider(const DominatorTree &dominators, ScalarEvolution &evolution,
        Function &function)
      : dominators(dominators), evolution(evolution), function(function),
        layout(function.getDataLayout()) {}

  bool run() {
    for (Instruction &instruction : instructions(function))
      if (auto *address = dyn_cast<GetElementPtrInst>(&instruction);
          address && !address->getType()->isVectorTy() &&
          dominators.isReachableFromEntry(address->getParent()))
        collect(*address);
    SmallSetVector<Use *, 8> hidden;
    for (const auto &[key, indices] : arrays)
      choose(indices, hidden);
    for (Use *operand : hidden)
      hide(*operand);
    return !hidden.empty();
  }

private:
  void collect(GetElementPtrInst &address);
  void add(GetElementPtrInst &address, Use &operand, Value &narrow,
           const SCEV *array, uint64_t elementSize);
  void choose(ArrayRef<NarrowIndex> indices, SmallSetVector<Use *, 8> &hidden);
  bool mayGoWrong(const NarrowIndex &index, const NarrowIndex &basis);
  bool isAtHand(const SCEV *difference);
  static void hide(Use &operand);

  const DominatorTree &dominators;
  ScalarEvolution &evolution;
  Function &function;
  const DataLayout &layout;
  MapVector<ArrayKey, SmallVector<NarrowIndex, 4>> arrays;
  /// What the function computes in narrow types; made when it is needed.
  std::optional<DenseSet<const SCEV *>> computed;
};

void Hider::collect(GetElementPtrInst &address) {
  SmallVector<const SCEV *, 4> values;
  for (Use &index : address.indices())
    values.push_back(evolution.getSCEV(index));
  gep_type_iterator type = gep_type_begin(address);
  for (Use &index : address.indices()) {
    const gep_type_iterator here = type++;
    if (here.isStruct())
      continue;
    Value *inner = nullptr;
    const bool isExtended = PatternMatch::match(
        index.get(), PatternMatch::m_SExt(PatternMatch::m_Value(inner)));
    const bool isNarrow = index->getType()->getIntegerBitWidth() <
                          layout.getIndexTypeSizeInBits(address.getType());
    if (!isExtended && !isNarrow)
      continue;
    const SCEV *&value = values[index.getOperandNo() - 1];
    const SCEV *own = value;
    value = evolution.getZero(own->getType());
    const SCEV *array =
        evolution.getGEPExpr(cast<GEPOperator>(&address), values);
    value = own;
    const uint64_t size = here.getSequentialElementStride(layout);
    if (isExtended)
      add(address, index, *inner, array, size);
    if (isNarrow)
      add(address, index, *index, array, size);
  }
}

void Hider::add(GetElementPtrInst &address, Use &operand, Value &narrow,
                const SCEV *array, uint64_t elementSize) {
  if (narrow.getType()->getIntegerBitWidth() <
      layout.getIndexTypeSizeInBits(address.getType()))
    arrays[{array, narrow.getType(), address.getType()}].push_back(
        {&address, &operand, evolution.getSCEV(&narrow), elementSize});
}

void Hider::choose(ArrayRef<NarrowIndex> indices,
                   SmallSetVector<Use *, 8> &hidden) {
  // Beyond this many into one array, the search would cost more than it saves.
  constexpr size_t mostCompared = 256;
  SmallVector<const NarrowIndex *, 4> seen;
  for (const NarrowIndex &index : indices) {
    if (hidden.contains(index.operand))
      continue;
    if (seen.size() == mostCompared ||
        any_of(seen, [&](const NarrowIndex *other) {
          return mayGoWrong(index, *other) || mayGoWrong(*other, index);
        }))
      hidden.insert(index.operand);
    else
      seen.push_back(&index);
  }
}

/// Whether \p index's address, computed from \p basis's, may be wrong.
bool Hider::mayGoWrong(const NarrowIndex &index, const NarrowIndex &basis) {
  if (index.address == basis.address ||
      !dominators.dominates(basis.address, index.address))
    return false;
  // The same index into elements that are smaller by one: its negation is
  // added, and the least value has none.
  if (index.value == basis.value)
    return index.elementSize + 1 == basis.elementSize &&
           evolution.getSignedRangeMin(index.value).isMinSignedValue();
  return index.elementSize == basis.elementSize &&
         !evolution.willNotOverflow(Instruction::Sub, /*Signed=*/true,
                                    index.value, basis.value) &&
         isAtHand(evolution.getMinusSCEV(index.value, basis.value));
}

/// Whether a value in the function, or a constant, is \p difference.
bool Hider::isAtHand(const SCEV *difference) {
  if (isa<SCEVConstant, SCEVUnknown>(difference))
    return true;
  if (!computed) {
    computed.emplace();
    for (Instruction &instruction : instructions(function))
      if (instruction.getType()->isIntegerTy())
        computed->insert(evolution.getSCEV(&instruction));
  }
  return computed->contains(difference);
}

void Hider::hide(Use &operand) {
  auto &address = cast<GetElementPtrInst>(*operand.getUser());
  IRBuilder<> builder(&address);
  Type *wide = address.getDataLayout().getIndexType(address.getType());
  Value *extended = builder.CreateSExtOrTrunc(operand.get(), wide);
  operand.set(isa<Constant>(extended) ? extended
                                      : builder.CreateFreeze(extended));
}

class NarrowIndices : public FunctionPass {
public:
  // NOLINTNEXTLINE(readability-identifier-naming): the name that LLVM expects.
  static char ID;

  NarrowIndices() : FunctionPass(ID) {
    PassRegistry &registry = *PassRegistry::getPassRegistry();
    initializeDominatorTreeWrapperPassPass(registry);
    initializeScalarEvolutionWrapperPassPass(registry);
  }

  StringRef getPassName() const override {
    return "Hide indices that strength reduction gets wrong";
  }

  void getAnalysisUsage(AnalysisUsage &usage) const override {
    usage.addRequired<DominatorTreeWrapperPass>();
    usage.addRequired<ScalarEvolutionWrapperPass>();
    usage.setPreservesCFG();
  }

  bool runOnFunction(Function &function) override {
    return Hider(getAnalysis<DominatorTreeWrapperPass>().getDomTree(),
                 getAnalysis<ScalarEvolutionWrapperPass>().getSE(), function)
        .run();
  }
};

char NarrowIndices::ID = 0;

} // namespace

void insertNarrowIndices(TargetPassConfig &config) {
  static const RegisterPass<NarrowIndices> pass("llbc-narrow-indices",
                                                "Hide narrow indices");
  // The last pass that makes addresses before strength reduction in the GPUs'
  // pipelines; neither is there without optimisation.
  const std::unique_ptr<Pass> before(createSeparateConstOffsetFromGEPPass());
  config.insertPass(before->getPassID(), &NarrowIndices::ID);
}

} // namespace llbc
