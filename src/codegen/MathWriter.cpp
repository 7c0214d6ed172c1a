// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathWriter.h"

using namespace llvm;

namespace llbc {
namespace {

/// C23, 7.12.6.18: both parts have the sign of the argument.
SmallVector<Value *, 2> splitFraction(IRBuilder<> &builder, Value *value) {
  Value *whole = builder.CreateUnaryIntrinsic(Intrinsic::trunc, value);
  Value *isInfinite = builder.CreateFCmpOEQ(
      builder.CreateUnaryIntrinsic(Intrinsic::fabs, value),
      ConstantFP::getInfinity(value->getType()));
  Value *fraction =
      builder.CreateSelect(isInfinite, ConstantFP::getZero(value->getType()),
                           builder.CreateFSub(value, whole));
  return {builder.CreateCopySign(fraction, value), whole};
}

Value *castPointer(IRBuilder<> &builder, Value *value, Type &type) {
  return value->getType()->isPointerTy()
             ? builder.CreateAddrSpaceCast(value, &type)
             : value;
}

Value *clampToInt(IRBuilder<> &builder, Value *value) {
  Value *most = builder.getInt64(std::numeric_limits<int32_t>::max());
  Value *least = builder.getInt64(std::numeric_limits<int32_t>::min());
  value = builder.CreateBinaryIntrinsic(Intrinsic::smin, value, most);
  value = builder.CreateBinaryIntrinsic(Intrinsic::smax, value, least);
  return builder.CreateTrunc(value, builder.getInt32Ty());
}

} // namespace

MathTypes::MathTypes(StringRef signature, Type &precision) {
  LLVMContext &context = precision.getContext();
  auto typeOf = [&](char letter) -> Type * {
    return letter == 'v'   ? &precision
           : letter == 'i' ? Type::getInt32Ty(context)
                           : Type::getInt64Ty(context);
  };
  auto [returns, takes] = signature.split('=');
  returned = returns.empty() ? Type::getVoidTy(context) : typeOf(returns[0]);
  for (; !takes.empty(); takes = takes.drop_front()) {
    if (takes.consume_front("*"))
      results.push_back(typeOf(takes.front()));
    else
      values.push_back(typeOf(takes.front()));
  }
}

bool MathTypes::match(const FunctionType &type) const {
  if (type.isVarArg() || type.getReturnType() != returned ||
      type.getNumParams() != values.size() + results.size())
    return false;
  for (unsigned i = 0; i != type.getNumParams(); ++i)
    if (i < values.size() ? type.getParamType(i) != values[i]
                          : !type.getParamType(i)->isPointerTy())
      return false;
  return true;
}

Type *computedIn(Type &scalar) {
  if (scalar.isHalfTy() || scalar.isBFloatTy())
    return Type::getFloatTy(scalar.getContext());
  return scalar.isFloatTy() || scalar.isDoubleTy() ? &scalar : nullptr;
}

Function *findOwnDefinition(const Module &module, const MathFunction &function,
                            bool isFloat) {
  Function *own = module.getFunction(function.cName(isFloat));
  if (!own || own->isDeclaration() || !own->hasExternalLinkage())
    return nullptr;
  LLVMContext &context = module.getContext();
  Type *precision =
      isFloat ? Type::getFloatTy(context) : Type::getDoubleTy(context);
  return MathTypes(function.signature, *precision)
                 .match(*own->getFunctionType())
             ? own
             : nullptr;
}

SmallVector<Value *, 2> MathWriter::compute(IRBuilder<> &builder,
                                            const MathFunction &function,
                                            Type &precision,
                                            ArrayRef<Value *> arguments,
                                            bool approximate) {
  if (function.is("modf"))
    return splitFraction(builder, arguments[0]);
  if (function.is("scalbln"))
    return compute(builder, mathFunction("scalbn"), precision,
                   {arguments[0], clampToInt(builder, arguments[1])},
                   approximate);
  if (function.needsLibrary())
    return callLibrary(builder, function, precision, arguments, approximate);
  Value *result =
      builder.CreateIntrinsic(function.intrinsic, {&precision}, arguments);
  if (function.signature.starts_with("l"))
    result = builder.CreateFPToSI(result, builder.getInt64Ty());
  return {result};
}

SmallVector<Value *, 2> MathWriter::callLibrary(IRBuilder<> &builder,
                                                const MathFunction &function,
                                                Type &precision,
                                                ArrayRef<Value *> arguments,
                                                bool approximate) {
  const bool isFloat = precision.isFloatTy();
  // Compilers know C's functions, and call the user's by an intrinsic as well.
  // In its own definition it can only mean the library's.
  Function *own = findOwnDefinition(module, function, isFloat);
  if (own == builder.GetInsertBlock()->getParent())
    own = nullptr;
  MathTypes types(function.signature, precision);
  if (!own && types.returned->isVoidTy() && library.returnsFirstResult()) {
    types.returned = types.results.front();
    types.results.erase(types.results.begin());
  }
  SmallVector<Type *, 4> parameters(types.values.begin(), types.values.end());
  SmallVector<Value *, 4> passed(arguments);
  SmallVector<AllocaInst *, 2> places;
  for (Type *result : types.results) {
    places.push_back(makePlace(builder, *result,
                               own ? own->getDataLayout().getAllocaAddrSpace()
                                   : library.resultAddressSpace()));
    parameters.push_back(places.back()->getType());
    passed.push_back(places.back());
  }
  auto *type =
      FunctionType::get(types.returned, parameters, /*isVarArg=*/false);
  if (own)
    for (unsigned i = 0; i != passed.size(); ++i)
      passed[i] = castPointer(builder, passed[i], *own->getArg(i)->getType());
  Function *callee =
      own ? own
          : declare(library.symbol(function.name, isFloat, fast || approximate),
                    type);
  Value *returned = builder.CreateCall(callee, passed);
  SmallVector<Value *, 2> results;
  if (!types.returned->isVoidTy())
    results.push_back(returned);
  for (AllocaInst *place : places)
    results.push_back(builder.CreateLoad(place->getAllocatedType(), place));
  return results;
}

/// The function \p name, in place of what only happens to be called so.
Function *MathWriter::declare(StringRef name, FunctionType *type) {
  GlobalValue *present = module.getNamedValue(name);
  auto *function = dyn_cast_or_null<Function>(present);
  if (function && !function->hasLocalLinkage() &&
      function->getFunctionType() == type)
    return function;
  if (present && present->hasLocalLinkage())
    present->setName(name + ".local");
  else if (present)
    conflicts.insert(name);
  // A conflict is an error, but the module stays valid until it is reported.
  return Function::Create(type, GlobalValue::ExternalLinkage, name, module);
}

AllocaInst *MathWriter::makePlace(IRBuilder<> &builder, Type &type,
                                  unsigned addressSpace) {
  IRBuilderBase::InsertPointGuard guard(builder);
  BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  return builder.CreateAlloca(&type, addressSpace);
}

} // namespace llbc
