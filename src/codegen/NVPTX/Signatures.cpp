// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// PTX ISA, "Parameter State Space": none is aligned to more.
constexpr Align maxParameterAlign = Align::Constant<128>();

/// What becomes of a function's type. Calls change by their own type alone, so
/// that calls through pointers stay in step.
class Signature {
public:
  Signature(FunctionType *type, const AttributeList &attributes,
            const DataLayout &layout, bool isKernel)
      : original(type), attributes(attributes), layout(layout),
        isKernel(isKernel) {}

  bool changes() const {
    return mapReturn() != original->getReturnType() ||
           llvm::any_of(llvm::seq(original->getNumParams()), [&](unsigned i) {
             return isDropped(i) ||
                    mapParameter(i) != original->getParamType(i);
           });
  }

  FunctionType *map() const {
    SmallVector<Type *> parameters;
    for (unsigned i : llvm::seq(original->getNumParams()))
      if (!isDropped(i))
        parameters.push_back(mapParameter(i));
    return FunctionType::get(mapReturn(), parameters, original->isVarArg());
  }

  /// Those of \p count arguments; attributes do not fit another type.
  AttributeList mapAttributes(unsigned count) const {
    SmallVector<AttributeSet> sets;
    for (unsigned i : llvm::seq(count))
      if (!isDropped(i))
        sets.push_back(i < original->getNumParams() &&
                               mapParameter(i) != original->getParamType(i)
                           ? AttributeSet()
                           : attributes.getParamAttrs(i));
    const bool keepsReturn = mapReturn() == original->getReturnType();
    LLVMContext &context = original->getContext();
    // It counts parameters.
    const AttributeSet ofFunction =
        attributes.getFnAttrs().removeAttribute(context, Attribute::AllocSize);
    return AttributeList::get(
        context, ofFunction,
        keepsReturn ? attributes.getRetAttrs() : AttributeSet(), sets);
  }

  /// `callalign` metadata of a call: alignments by number, of which zero is the
  /// result. Null if none is left.
  MDNode *mapAlignments(const MDNode &alignments) const {
    constexpr unsigned alignBits = 16;
    SmallVector<Metadata *> kept;
    for (const MDOperand &operand : alignments.operands()) {
      const auto *packed = mdconst::dyn_extract<ConstantInt>(operand);
      const uint64_t number =
          packed ? packed->getZExtValue() >> alignBits : uint64_t(0);
      if (!packed || !keepsType(number))
        continue;
      uint64_t dropped = 0;
      for (unsigned i = 0; i + 1 < number; ++i)
        dropped += isDropped(i) ? 1 : 0;
      kept.push_back(ConstantAsMetadata::get(
          ConstantInt::get(packed->getIntegerType(),
                           packed->getZExtValue() - (dropped << alignBits))));
    }
    return kept.empty() ? nullptr : MDNode::get(original->getContext(), kept);
  }

  bool isDropped(unsigned index) const {
    if (isKernel || index >= original->getNumParams())
      return false;
    Type *held = attributes.getParamByValType(index);
    return isEmpty(held != nullptr ? held : original->getParamType(index));
  }

private:
  /// \p number counts parameters from one; zero is the result.
  bool keepsType(uint64_t number) const {
    if (number == 0)
      return mapReturn() == original->getReturnType();
    if (number > original->getNumParams())
      return true;
    const unsigned index = number - 1;
    return !isDropped(index) &&
           mapParameter(index) == original->getParamType(index);
  }

  bool isEmpty(Type *type) const {
    return type->isSized() && layout.getTypeAllocSize(type).isZero();
  }

  /// LLVM 22 writes `.b128`, which needs ISA 8.3, for these, and `.u24` and the
  /// like for a kernel's. For vectors of less than bytes, such as masks, it
  /// makes room for their bits but moves a byte and more for each.
  Type *widen(Type *type) const {
    if (const auto *vector = dyn_cast<FixedVectorType>(type);
        vector && vector->getElementType()->isIntegerTy() &&
        vector->getScalarSizeInBits() % 8 != 0)
      return Type::getIntNTy(
          type->getContext(),
          std::max<uint64_t>(
              8, PowerOf2Ceil(type->getPrimitiveSizeInBits().getFixedValue())));
    const auto *integer = dyn_cast<IntegerType>(type);
    if (!integer)
      return type;
    constexpr unsigned word = 64;
    const unsigned width = integer->getBitWidth();
    const bool isOdd = width > word
                           ? width < 2 * word
                           : isKernel && width != 1 &&
                                 width != layout.getTypeAllocSizeInBits(type);
    return isOdd ? Type::getIntNTy(type->getContext(),
                                   layout.getTypeAllocSizeInBits(type))
                 : type;
  }

  Type *mapParameter(unsigned index) const {
    return widen(original->getParamType(index));
  }

  Type *mapReturn() const {
    Type *type = original->getReturnType();
    return isEmpty(type) ? Type::getVoidTy(type->getContext()) : widen(type);
  }

  FunctionType *original;
  AttributeList attributes;
  const DataLayout &layout;
  bool isKernel;
};

/// \p value as \p type, which is wider, as narrow, or has no values to tell
/// apart.
Value *convert(IRBuilder<> &builder, Value *value, Type *type) {
  if (value->getType() == type)
    return value;
  auto bits = [&](Type *of) {
    return builder.getIntNTy(of->getPrimitiveSizeInBits().getFixedValue());
  };
  Value *narrow = value->getType()->isVectorTy()
                      ? builder.CreateBitCast(value, bits(value->getType()))
                      : value;
  if (!type->isVectorTy())
    return builder.CreateZExtOrTrunc(narrow, type);
  return builder.CreateBitCast(builder.CreateTrunc(narrow, bits(type)), type);
}

void moveBody(Function &from, Function &to, const Signature &signature) {
  to.splice(to.begin(), &from);
  IRBuilder<> builder(&to.getEntryBlock(),
                      to.getEntryBlock().getFirstInsertionPt());
  auto *next = to.arg_begin();
  for (Argument &argument : from.args()) {
    Value *value = nullptr;
    if (signature.isDropped(argument.getArgNo())) {
      value = argument.hasByValAttr()
                  ? builder.CreateAlloca(argument.getParamByValType())
                  : static_cast<Value *>(PoisonValue::get(argument.getType()));
    } else {
      next->takeName(&argument);
      value = convert(builder, next, argument.getType());
      ++next;
    }
    argument.replaceAllUsesWith(value);
  }
  for (BasicBlock &block : to) {
    auto *end = dyn_cast<ReturnInst>(block.getTerminator());
    if (!end || !end->getReturnValue() ||
        end->getReturnValue()->getType() == to.getReturnType())
      continue;
    IRBuilder<> atEnd(end);
    if (to.getReturnType()->isVoidTy())
      atEnd.CreateRetVoid();
    else
      atEnd.CreateRet(
          convert(atEnd, end->getReturnValue(), to.getReturnType()));
    end->eraseFromParent();
  }
}

void rewrite(Function &function) {
  const Signature signature(function.getFunctionType(),
                            function.getAttributes(), function.getDataLayout(),
                            function.hasKernelCallingConv());
  if (!signature.changes())
    return;
  Function *changed = Function::Create(signature.map(), function.getLinkage(),
                                       function.getAddressSpace(), "", nullptr);
  function.getParent()->getFunctionList().insert(function.getIterator(),
                                                 changed);
  changed->copyAttributesFrom(&function);
  changed->setAttributes(signature.mapAttributes(function.arg_size()));
  changed->setComdat(function.getComdat());
  changed->copyMetadata(&function, /*Offset=*/0);
  changed->takeName(&function);
  if (!function.isDeclaration())
    moveBody(function, *changed, signature);
  function.replaceAllUsesWith(changed);
  function.eraseFromParent();
}

/// The same call of \p signature's type, without its result's uses.
CallBase *callAs(CallBase &call, const Signature &signature) {
  IRBuilder<> builder(&call);
  FunctionType *type = signature.map();
  SmallVector<Value *> arguments;
  for (unsigned i : llvm::seq(call.arg_size())) {
    if (signature.isDropped(i))
      continue;
    const size_t at = arguments.size();
    arguments.push_back(
        at < type->getNumParams()
            ? convert(builder, call.getArgOperand(i), type->getParamType(at))
            : call.getArgOperand(i));
  }
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallBase *changed = nullptr;
  if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
    changed = builder.CreateInvoke(type, call.getCalledOperand(),
                                   invoke->getNormalDest(),
                                   invoke->getUnwindDest(), arguments, bundles);
  } else {
    CallInst *plain =
        builder.CreateCall(type, call.getCalledOperand(), arguments, bundles);
    plain->setTailCallKind(cast<CallInst>(call).getTailCallKind());
    changed = plain;
  }
  changed->setCallingConv(call.getCallingConv());
  changed->setAttributes(signature.mapAttributes(call.arg_size()));
  changed->copyMetadata(call);
  if (const MDNode *alignments = call.getMetadata("callalign"))
    changed->setMetadata("callalign", signature.mapAlignments(*alignments));
  return changed;
}

void rewrite(CallBase &call) {
  const Signature signature(call.getFunctionType(), call.getAttributes(),
                            call.getDataLayout(), /*isKernel=*/false);
  if (call.isInlineAsm() || isa<IntrinsicInst>(call) || isa<CallBrInst>(call) ||
      !signature.changes())
    return;
  CallBase *changed = callAs(call, signature);
  if (!call.use_empty()) {
    Value *result = PoisonValue::get(call.getType());
    if (!changed->getType()->isVoidTy()) {
      auto *invoke = dyn_cast<InvokeInst>(changed);
      IRBuilder<> builder(call.getContext());
      if (invoke)
        builder.SetInsertPoint(
            SplitEdge(invoke->getParent(), invoke->getNormalDest())
                ->getTerminator());
      else
        builder.SetInsertPoint(&call);
      result = convert(builder, changed, call.getType());
    }
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
}

/// Caps the alignment of by-value parameters; what relies on more gets a copy.
void limitAlignment(Function &function) {
  for (Argument &argument : function.args()) {
    const MaybeAlign align = argument.getParamAlign();
    if (!argument.hasByValAttr() || !align || *align <= maxParameterAlign)
      continue;
    argument.removeAttr(Attribute::Alignment);
    argument.addAttr(
        Attribute::getWithAlignment(function.getContext(), maxParameterAlign));
    if (function.isDeclaration() || argument.use_empty())
      continue;
    Type *type = argument.getParamByValType();
    BasicBlock &entry = function.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
    AllocaInst *copy = builder.CreateAlloca(type);
    copy->setAlignment(*align);
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, align, &argument, maxParameterAlign,
                         function.getDataLayout().getTypeAllocSize(type));
  }
}

void limitAlignment(CallBase &call) {
  for (unsigned i : llvm::seq(call.arg_size())) {
    const MaybeAlign align = call.getParamAlign(i);
    if (!call.isByValArgument(i) || !align || *align <= maxParameterAlign)
      continue;
    call.removeParamAttr(i, Attribute::Alignment);
    call.addParamAttr(
        i, Attribute::getWithAlignment(call.getContext(), maxParameterAlign));
  }
}

} // namespace

void legalizeSignatures(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (function.isIntrinsic())
      continue;
    limitAlignment(function);
    for (Instruction &instruction :
         make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        limitAlignment(*call);
        rewrite(*call);
      }
    rewrite(function);
  }
}

} // namespace llbc::nvptx
