// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// A longer table is searched faster in memory.
constexpr uint64_t maxSelected = 16;

bool mentionsShared(const Constant &constant,
                    SmallPtrSetImpl<const Constant *> &visited) {
  if (const auto *value = dyn_cast<GlobalValue>(&constant))
    return value->getAddressSpace() == sharedAddressSpace;
  return visited.insert(&constant).second &&
         llvm::any_of(constant.operands(), [&](const Use &operand) {
           return mentionsShared(*cast<Constant>(operand), visited);
         });
}

/// Whether \p variable is a table of this program alone that never changes.
bool isTable(const GlobalVariable &variable) {
  if (!variable.hasLocalLinkage() || !variable.isConstant() ||
      !variable.hasInitializer() ||
      variable.getAddressSpace() == sharedAddressSpace)
    return false;
  SmallPtrSet<const Constant *, 16> visited;
  return mentionsShared(*variable.getInitializer(), visited);
}

/// A load from \p table at an index that is known when the program runs.
class IndexedLoad {
public:
  static std::optional<IndexedLoad> find(LoadInst &load,
                                         const GlobalVariable &table) {
    const auto *address = dyn_cast<GEPOperator>(load.getPointerOperand());
    if (!load.isSimple() || !address || address->getPointerOperand() != &table)
      return std::nullopt;
    IndexedLoad found(load, table);
    return found.analyze(*address) ? std::optional(std::move(found))
                                   : std::nullopt;
  }

  /// Replaces it by a choice among the values.
  void replace() {
    IRBuilder<> builder(&load);
    Value *result = values.back();
    for (size_t i = values.size() - 1; i-- != 0;) {
      // (first + i * scale) counts from the table's start.
      Constant *at = ConstantInt::get(index->getType(), firstIndex + i,
                                      /*IsSigned=*/true);
      result = builder.CreateSelect(builder.CreateICmpEQ(index, at), values[i],
                                    result);
    }
    load.replaceAllUsesWith(result);
    load.eraseFromParent();
  }

private:
  IndexedLoad(LoadInst &load, const GlobalVariable &table)
      : load(load), table(table) {}

  bool analyze(const GEPOperator &address) {
    const DataLayout &layout = table.getDataLayout();
    const unsigned width = layout.getIndexTypeSizeInBits(address.getType());
    SmallMapVector<Value *, APInt, 4> variables;
    APInt constant(width, 0);
    if (!address.collectOffset(layout, width, variables, constant) ||
        variables.size() != 1)
      return false;
    index = variables.front().first;
    const int64_t stride = variables.front().second.getSExtValue();
    const auto size = static_cast<int64_t>(
        layout.getTypeAllocSize(table.getValueType()).getFixedValue());
    const auto loaded = static_cast<int64_t>(
        layout.getTypeStoreSize(load.getType()).getFixedValue());
    const int64_t start = constant.getSExtValue();
    if (stride <= 0 || index->getType()->getIntegerBitWidth() > width)
      return false;
    // Indices for which all of the load is in the table.
    firstIndex = -(start / stride);
    if (start + firstIndex * stride < 0)
      ++firstIndex;
    for (int64_t at = start + firstIndex * stride; at + loaded <= size;
         at += stride) {
      Constant *value = ConstantFoldLoadFromConst(
          const_cast<Constant *>(table.getInitializer()), load.getType(),
          APInt(width, at), layout);
      if (!value || values.size() == maxSelected)
        return false;
      values.push_back(value);
    }
    return !values.empty();
  }

  LoadInst &load;
  const GlobalVariable &table;
  Value *index = nullptr;
  int64_t firstIndex = 0;
  SmallVector<Constant *> values;
};

void selectFromTable(GlobalVariable &table) {
  SmallVector<IndexedLoad> loads;
  for (User *user : table.users())
    if (isa<GEPOperator>(user))
      for (User *inner : user->users())
        if (auto *load = dyn_cast<LoadInst>(inner))
          if (std::optional<IndexedLoad> found =
                  IndexedLoad::find(*load, table))
            loads.push_back(std::move(*found));
  for (IndexedLoad &load : loads)
    load.replace();
  for (User *user : make_early_inc_range(table.users()))
    if (auto *address = dyn_cast<GetElementPtrInst>(user);
        address && address->use_empty())
      address->eraseFromParent();
}

/// Stores each scalar of \p constant by itself, since only code can compute
/// the addresses.
void storeParts(IRBuilder<> &builder, Constant &constant, AllocaInst &copy,
                uint64_t offset, const DataLayout &layout) {
  Type *type = constant.getType();
  if (!type->isAggregateType()) {
    Value *address =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), &copy, offset);
    builder.CreateAlignedStore(&constant, address,
                               commonAlignment(copy.getAlign(), offset));
    return;
  }
  auto *structure = dyn_cast<StructType>(type);
  const uint64_t count = structure ? structure->getNumElements()
                                   : cast<ArrayType>(type)->getNumElements();
  for (uint64_t i = 0; i != count; ++i) {
    Constant *element = constant.getAggregateElement(i);
    const uint64_t at = structure
                            ? layout.getStructLayout(structure)
                                  ->getElementOffset(i)
                                  .getFixedValue()
                            : i * layout.getTypeAllocSize(element->getType());
    storeParts(builder, *element, copy, offset + at, layout);
  }
}

/// Gives each function that uses \p table a copy on its stack, where it cannot
/// outlive it.
void copyToStack(GlobalVariable &table) {
  MapVector<Function *, SmallVector<Use *>> uses;
  for (Use &use : table.uses())
    if (auto *instruction = dyn_cast<Instruction>(use.getUser()))
      uses[instruction->getFunction()].push_back(&use);
  if (table.getAddressSpace() != genericAddressSpace ||
      PointerMayBeCaptured(&table, /*ReturnCaptures=*/true))
    return;
  const DataLayout &layout = table.getDataLayout();
  for (auto &[function, places] : uses) {
    BasicBlock &entry = function->getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    AllocaInst *copy = builder.CreateAlloca(table.getValueType());
    copy->setAlignment(layout.getPreferredAlign(&table));
    storeParts(builder, *table.getInitializer(), *copy, 0, layout);
    for (Use *use : places)
      use->set(copy);
  }
}

} // namespace

void replaceSharedTables(Module &module) {
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    if (!isTable(variable))
      continue;
    convertUsersOfConstantsToInstructions({&variable});
    selectFromTable(variable);
    copyToStack(variable);
    if (variable.use_empty())
      variable.eraseFromParent();
  }
}

} // namespace llbc::nvptx
