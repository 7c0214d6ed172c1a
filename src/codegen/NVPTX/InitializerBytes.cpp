// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

constexpr unsigned bitsPerByte = 8;

/// Whether LLVM 22 writes values of \p type wrong. Inside of arrays and structs
/// it forgets the padding that an integer or a vector ends with; alone,
/// it writes an integer as `.u24`, and a 16-bit number in the form of a double,
/// which ptxas reads as zero.
bool isMiswritten(Type &type, bool isAlone, const DataLayout &layout) {
  if (type.isX86_FP80Ty() || type.isPPC_FP128Ty())
    return true;
  if (type.isHalfTy() || type.isBFloatTy())
    return isAlone;
  if (const auto *array = dyn_cast<ArrayType>(&type))
    return isMiswritten(*array->getElementType(), false, layout);
  if (const auto *structure = dyn_cast<StructType>(&type))
    return llvm::any_of(structure->elements(), [&](Type *element) {
      return isMiswritten(*element, false, layout);
    });
  if (const auto *integer = dyn_cast<IntegerType>(&type); integer && isAlone) {
    const unsigned width = integer->getBitWidth();
    return width <= 64
               ? !llvm::is_contained({8U, 16U, 32U, 64U}, width)
               : width % bitsPerByte != 0 || layout.getTypeStoreSize(&type) !=
                                                 layout.getTypeAllocSize(&type);
  }
  if (!type.isIntegerTy() && !type.isVectorTy())
    return false;
  if (const auto *vector = dyn_cast<FixedVectorType>(&type))
    if (layout.getTypeSizeInBits(vector->getElementType()) % bitsPerByte != 0 ||
        isMiswritten(*vector->getElementType(), false, layout))
      return true;
  return layout.getTypeStoreSize(&type) != layout.getTypeAllocSize(&type);
}

/// The bytes of a constant in memory.
class Bytes {
public:
  Bytes(Type &type, const DataLayout &layout)
      : layout(layout), bytes(layout.getTypeAllocSize(&type)) {}

  /// Returns false if \p constant holds an address.
  bool write(const Constant &constant, uint64_t offset) {
    if (isa<UndefValue>(constant) || constant.isNullValue())
      return true;
    Type *type = constant.getType();
    if (type->isVectorTy())
      return writeVector(constant, offset);
    if (const auto *integer = dyn_cast<ConstantInt>(&constant))
      return writeBits(integer->getValue(), offset);
    if (const auto *number = dyn_cast<ConstantFP>(&constant))
      return writeBits(number->getValueAPF().bitcastToAPInt(), offset);
    if (auto *structure = dyn_cast<StructType>(type)) {
      const StructLayout *members = layout.getStructLayout(structure);
      for (unsigned i = 0; i != structure->getNumElements(); ++i)
        if (const Constant *element = constant.getAggregateElement(i);
            !element || !write(*element, offset + members->getElementOffset(i)))
          return false;
      return true;
    }
    const auto *array = dyn_cast<ArrayType>(type);
    if (!array)
      return false;
    const uint64_t stride = layout.getTypeAllocSize(array->getElementType());
    for (uint64_t i = 0; i != array->getNumElements(); ++i)
      if (const Constant *element = constant.getAggregateElement(i);
          !element || !write(*element, offset + i * stride))
        return false;
    return true;
  }

  ArrayRef<uint8_t> get() const { return bytes; }

private:
  /// Elements of vectors have no padding between them, not even to a byte.
  bool writeVector(const Constant &constant, uint64_t offset) {
    const auto *type = cast<FixedVectorType>(constant.getType());
    const unsigned width = layout.getTypeSizeInBits(type->getElementType());
    APInt all(width * type->getNumElements(), 0);
    for (unsigned i = 0; i != type->getNumElements(); ++i) {
      const Constant *element = constant.getAggregateElement(i);
      if (element && (isa<UndefValue>(element) || element->isNullValue()))
        continue;
      if (const auto *integer = dyn_cast_or_null<ConstantInt>(element))
        all.insertBits(integer->getValue(), i * width);
      else if (const auto *number = dyn_cast_or_null<ConstantFP>(element))
        all.insertBits(number->getValueAPF().bitcastToAPInt(), i * width);
      else
        return false;
    }
    return writeBits(all, offset);
  }

  bool writeBits(const APInt &value, uint64_t offset) {
    for (unsigned bit = 0; bit < value.getBitWidth(); bit += bitsPerByte)
      bytes[offset++] = static_cast<uint8_t>(value.extractBitsAsZExtValue(
          std::min(bitsPerByte, value.getBitWidth() - bit), bit));
    return true;
  }

  const DataLayout &layout;
  std::vector<uint8_t> bytes;
};

/// \p variable's value as an array of bytes; null if it holds an address.
Constant *flatten(const GlobalVariable &variable, ArrayType *type) {
  const Constant *initial = variable.getInitializer();
  if (isa<UndefValue>(initial))
    return UndefValue::get(type);
  if (initial->isNullValue())
    return ConstantAggregateZero::get(type);
  Bytes bytes(*variable.getValueType(), variable.getDataLayout());
  if (!bytes.write(*initial, 0))
    return nullptr;
  return ConstantDataArray::get(variable.getContext(), bytes.get());
}

} // namespace

void flattenOddInitializers(Module &module, const DefinitionReport &report) {
  const DataLayout &layout = module.getDataLayout();
  for (GlobalVariable &variable : make_early_inc_range(module.globals())) {
    Type *type = variable.getValueType();
    if (!type->isSized() || !isMiswritten(*type, /*isAlone=*/true, layout))
      continue;
    auto *bytes = ArrayType::get(Type::getInt8Ty(module.getContext()),
                                 layout.getTypeAllocSize(type));
    Constant *value =
        variable.hasInitializer() ? flatten(variable, bytes) : nullptr;
    if (variable.hasInitializer() && !value) {
      report.error(variable, "PTX cannot express an initial value",
                   {"it has addresses beside integers of odd sizes or vectors "
                    "with padding"});
      continue;
    }
    auto *flat = new GlobalVariable(
        module, bytes, variable.isConstant(), variable.getLinkage(), value, "",
        &variable, variable.getThreadLocalMode(), variable.getAddressSpace(),
        variable.isExternallyInitialized());
    flat->copyAttributesFrom(&variable);
    flat->copyMetadata(&variable, /*Offset=*/0);
    flat->setAlignment(layout.getPreferredAlign(&variable));
    flat->takeName(&variable);
    variable.replaceAllUsesWith(flat);
    variable.eraseFromParent();
  }
}

} // namespace llbc::nvptx
