// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

constexpr unsigned byte = 8;

/// The widest that LLVM 22 holds in one register. A wider integer is stored in
/// parts, of which it cannot select the last where that is a single bit.
constexpr unsigned widestRegister = 128;

bool isOdd(const Type &type) {
  return type.isIntegerTy() && type.getIntegerBitWidth() > widestRegister &&
         type.getIntegerBitWidth() % byte != 0;
}

bool holdsOdd(const Type &type) {
  return isOdd(type) || (type.isAggregateType() &&
                         llvm::any_of(type.subtypes(), [](const Type *part) {
                           return holdsOdd(*part);
                         }));
}

/// Stores \p value, a part of that of \p original, \p offset bytes into it.
void storePart(IRBuilder<> &builder, StoreInst &original, Value *value,
               uint64_t offset) {
  const DataLayout &layout = original.getDataLayout();
  Type *type = value->getType();
  if (auto *aggregate = dyn_cast<StructType>(type)) {
    const StructLayout *fields = layout.getStructLayout(aggregate);
    for (unsigned i : llvm::seq(aggregate->getNumElements()))
      storePart(builder, original, builder.CreateExtractValue(value, i),
                offset + fields->getElementOffset(i).getFixedValue());
    return;
  }
  if (auto *array = dyn_cast<ArrayType>(type)) {
    const uint64_t size =
        layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (unsigned i : llvm::seq(unsigned(array->getNumElements())))
      storePart(builder, original, builder.CreateExtractValue(value, i),
                offset + i * size);
    return;
  }
  if (isOdd(*type))
    value = builder.CreateZExt(
        value, builder.getIntNTy(alignTo(type->getIntegerBitWidth(), byte)));
  Value *pointer = original.getPointerOperand();
  if (offset != 0)
    pointer = builder.CreatePtrAdd(pointer, builder.getInt64(offset));
  StoreInst *store = builder.CreateAlignedStore(
      value, pointer, commonAlignment(original.getAlign(), offset),
      original.isVolatile());
  store->copyMetadata(original,
                      {LLVMContext::MD_dbg, LLVMContext::MD_nontemporal});
}

} // namespace

void widenOddStores(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!store || store->isAtomic() ||
          !holdsOdd(*store->getValueOperand()->getType()))
        continue;
      IRBuilder<> builder(store);
      storePart(builder, *store, store->getValueOperand(), 0);
      store->eraseFromParent();
    }
}

} // namespace llbc::nvptx
