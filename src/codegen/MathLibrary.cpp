// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathLibrary.h"

#include "codegen/MathFunctions.h"
#include "codegen/MathWriter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace llbc {
namespace {

Type *scalarOf(const Instruction &operation) {
  return operation.getOperand(0)->getType()->getScalarType();
}

bool isApproximate(const Instruction &operation) {
  const auto *floating = dyn_cast<FPMathOperator>(&operation);
  return floating && floating->hasApproxFunc();
}

/// Whether \p module has all that \p function needs where \p user calls it:
/// nothing, or an input's definition of it or of what the library would define.
bool isDefined(const Module &module, const MathLibrary &library,
               const MathFunction &function, bool isFloat,
               const Function *user = nullptr) {
  if (function.is("scalbln"))
    return isDefined(module, library, mathFunction("scalbn"), isFloat);
  const Function *own = findOwnDefinition(module, function, isFloat);
  if (!function.needsLibrary() || (own && own != user))
    return true;
  const GlobalValue *value = module.getNamedValue(
      library.symbol(function.name, isFloat, /*fast=*/false));
  return value && !value->isDeclaration() && !value->hasLocalLinkage();
}

/// Whether \p library or an intrinsic does \p function.
bool canDo(const MathLibrary &library, const MathFunction &function,
           bool isFloat) {
  return !function.needsLibrary() ||
         !library.symbol(function.name, isFloat, /*fast=*/false).empty();
}

/// LLVM multiplies where the exponent is a constant, but not where that makes
/// much code and little was asked for (SelectionDAG's limit).
bool isMultiplied(const Instruction &operation) {
  const auto *exponent = dyn_cast<ConstantInt>(operation.getOperand(1));
  if (!exponent)
    return false;
  constexpr unsigned maxMultiplications = 7;
  const APInt count = exponent->getValue().abs();
  return !operation.getFunction()->hasOptSize() ||
         count.popcount() + count.getActiveBits() < maxMultiplications;
}

/// An operation that a library or other code can do in place of the code
/// generator; null function if there is none, or no need.
const MathFunction *functionToMap(const Instruction &operation,
                                  const MathLibrary &library,
                                  MathSupport *supportFound = nullptr) {
  const MathFunction *function = mathFunctionOf(operation);
  Type *precision = function ? computedIn(*scalarOf(operation)) : nullptr;
  if (!precision ||
      isa<ScalableVectorType>(operation.getOperand(0)->getType()) ||
      !canDo(library, *function, precision->isFloatTy()))
    return nullptr;
  if (function->is("powi") && isMultiplied(operation))
    return nullptr;
  const MathSupport support = library.support(
      function->name, *scalarOf(operation), isApproximate(operation));
  if (supportFound)
    *supportFound = support;
  return support == MathSupport::Exact ? nullptr : function;
}

/// \p value, or its lane \p lane if it is a vector.
Value *takeLane(IRBuilder<> &builder, Value *value, unsigned lane) {
  return value->getType()->isVectorTy()
             ? builder.CreateExtractElement(value, lane)
             : value;
}

/// \p result converted to the scalar of \p type and put into it at \p lane of
/// \p whole.
Value *putLane(IRBuilder<> &builder, Value *whole, Value *result, Type &type,
               unsigned lane) {
  Type *scalar = type.getScalarType();
  result = scalar->isFloatingPointTy()
               ? builder.CreateFPTrunc(result, scalar)
               : builder.CreateSExtOrTrunc(result, scalar);
  return type.isVectorTy() ? builder.CreateInsertElement(whole, result, lane)
                           : result;
}

/// The exponent of a power in the type that libraries take.
Value *toInt(IRBuilder<> &builder, Value *value) {
  Type *type = builder.getInt32Ty();
  if (value->getType()->getIntegerBitWidth() > type->getIntegerBitWidth()) {
    Type *wide = value->getType();
    value = builder.CreateBinaryIntrinsic(
        Intrinsic::smin, value,
        ConstantInt::getSigned(wide, std::numeric_limits<int32_t>::max()));
    value = builder.CreateBinaryIntrinsic(
        Intrinsic::smax, value,
        ConstantInt::getSigned(wide, std::numeric_limits<int32_t>::min()));
  }
  return builder.CreateSExtOrTrunc(value, type);
}

void replaceOperation(Instruction &operation, const MathFunction &function,
                      MathWriter &writer) {
  IRBuilder<> builder(&operation);
  // A call needs a place in the source where its function has one.
  if (DISubprogram *scope = operation.getFunction()->getSubprogram();
      scope && !operation.getDebugLoc())
    builder.SetCurrentDebugLocation(
        DILocation::get(operation.getContext(), 0, 0, scope));
  if (isa<FPMathOperator>(operation))
    builder.setFastMathFlags(operation.getFastMathFlags());
  Type *precision = computedIn(*scalarOf(operation));
  const auto *vector =
      dyn_cast<FixedVectorType>(operation.getOperand(0)->getType());
  const unsigned arguments =
      MathTypes(function.signature, *precision).values.size();
  // An intrinsic with two results returns a structure.
  SmallVector<Type *, 2> types = {operation.getType()};
  if (const auto *structure = dyn_cast<StructType>(operation.getType()))
    types.assign(structure->element_begin(), structure->element_end());
  SmallVector<Value *, 2> wholes;
  for (Type *type : types)
    wholes.push_back(PoisonValue::get(type));
  for (unsigned lane = 0; lane != (vector ? vector->getNumElements() : 1);
       ++lane) {
    SmallVector<Value *, 3> scalars;
    for (unsigned i = 0; i != arguments; ++i) {
      Value *scalar = takeLane(builder, operation.getOperand(i), lane);
      scalar = scalar->getType()->isFloatingPointTy()
                   ? builder.CreateFPExt(scalar, precision)
                   : toInt(builder, scalar);
      scalars.push_back(scalar);
    }
    const SmallVector<Value *, 2> results = writer.compute(
        builder, function, *precision, scalars, isApproximate(operation));
    for (unsigned i = 0; i != wholes.size(); ++i)
      wholes[i] = putLane(builder, wholes[i], results[i], *types[i], lane);
  }
  Value *replacement = wholes.front();
  if (operation.getType()->isStructTy()) {
    replacement = PoisonValue::get(operation.getType());
    for (unsigned i = 0; i != wholes.size(); ++i)
      replacement = builder.CreateInsertValue(replacement, wholes[i], i);
  }
  operation.replaceAllUsesWith(replacement);
  operation.eraseFromParent();
}

/// The C function that \p declaration declares; null if it is none, or if the
/// library lacks it.
const MathFunction *declaredFunction(const Function &declaration,
                                     const MathLibrary &library) {
  const auto [function, isFloat] = findMathFunction(declaration.getName());
  if (!function)
    return nullptr;
  LLVMContext &context = declaration.getContext();
  Type *precision =
      isFloat ? Type::getFloatTy(context) : Type::getDoubleTy(context);
  const MathFunction &computed =
      function->is("scalbln") ? mathFunction("scalbn") : *function;
  if (!canDo(library, computed, isFloat) ||
      !MathTypes(function->signature, *precision)
           .match(*declaration.getFunctionType()))
    return nullptr;
  return function;
}

/// Gives \p declaration a body. It is inlined, unless its address is taken.
void defineFunction(Function &declaration, const MathFunction &function,
                    MathWriter &writer) {
  IRBuilder<> builder(
      BasicBlock::Create(declaration.getContext(), "", &declaration));
  declaration.setSubprogram(nullptr); // It tells where C declares it.
  declaration.removeFnAttr(Attribute::NoInline);
  declaration.removeFnAttr(Attribute::OptimizeNone);
  declaration.removeFnAttr(Attribute::Builtin);
  declaration.addFnAttr(Attribute::AlwaysInline);
  const unsigned values = llvm::count_if(function.signature.split('=').second,
                                         [](char c) { return c != '*'; });
  const unsigned pointers = function.signature.count('*');
  SmallVector<Value *, 3> arguments;
  for (unsigned i = 0; i != values - pointers; ++i)
    arguments.push_back(declaration.getArg(i));
  Type *precision = nullptr;
  for (Value *argument : arguments)
    if (argument->getType()->isFloatingPointTy())
      precision = argument->getType();
  const SmallVector<Value *, 2> all =
      writer.compute(builder, function, *precision, arguments,
                     /*approximate=*/false);
  ArrayRef<Value *> results = all;
  Value *returned = nullptr;
  if (!declaration.getReturnType()->isVoidTy()) {
    returned = results.front();
    results = results.drop_front();
  }
  for (unsigned i = 0; i != results.size(); ++i)
    builder.CreateStore(results[i], declaration.getArg(arguments.size() + i));
  if (returned)
    builder.CreateRet(returned);
  else
    builder.CreateRetVoid();
}

} // namespace

bool isMathFunction(StringRef name, const MathLibrary &library) {
  const auto [function, isFloat] = findMathFunction(name);
  return function && canDo(library, *function, isFloat);
}

std::vector<std::string> mathSymbols(StringRef name, const MathLibrary &library,
                                     bool fast) {
  const auto [named, isFloat] = findMathFunction(name);
  const MathFunction *function =
      named ? named : mathFunctionOf(Intrinsic::lookupIntrinsicID(name));
  if (function && function->is("scalbln"))
    function = &mathFunction("scalbn");
  std::vector<std::string> symbols;
  if (function && function->needsLibrary())
    for (const bool inFloat : {false, true}) {
      symbols.push_back(library.symbol(function->name, inFloat, fast));
      symbols.push_back(function->cName(inFloat));
    }
  return symbols;
}

std::vector<Function *>
findFallbacks(Module &module, const MathLibrary &library,
              function_ref<bool(StringRef)> isFallback) {
  std::vector<Function *> fallbacks;
  for (Function &function : module)
    if (function.hasWeakAnyLinkage() && isFallback(function.getName()) &&
        declaredFunction(function, library))
      fallbacks.push_back(&function);
  return fallbacks;
}

bool needsMathLibrary(const Module &module, const MathLibrary &library,
                      const StringSet<> &undefined) {
  for (const Function &function : module) {
    const MathFunction *declared = undefined.contains(function.getName())
                                       ? declaredFunction(function, library)
                                       : nullptr;
    if (declared && !isDefined(module, library, *declared,
                               findMathFunction(function.getName()).isFloat))
      return true;
    for (const Instruction &instruction : instructions(function))
      if (const MathFunction *used = functionToMap(instruction, library);
          used && !isDefined(module, library, *used,
                             computedIn(*scalarOf(instruction))->isFloatTy(),
                             &function))
        return true;
  }
  return false;
}

StringSet<> mapMath(Module &module, const MathLibrary &library,
                    const StringSet<> &undefined, bool isThere, bool fast) {
  MathWriter writer(module, library, fast);
  // Before new declarations are made.
  SmallVector<Instruction *> operations;
  SmallVector<Function *> declarations;
  for (Function &function : module) {
    if (undefined.contains(function.getName()) &&
        declaredFunction(function, library)) {
      // A copy that is there for inlining only is no definition.
      if (!function.isDeclaration())
        function.deleteBody();
      declarations.push_back(&function);
    }
    for (Instruction &instruction : instructions(function))
      if (functionToMap(instruction, library))
        operations.push_back(&instruction);
  }
  for (Instruction *operation : operations) {
    const MathFunction &function = *mathFunctionOf(*operation);
    if (isThere || isDefined(module, library, function,
                             computedIn(*scalarOf(*operation))->isFloatTy(),
                             operation->getFunction()))
      replaceOperation(*operation, function, writer);
  }
  for (Function *declaration : declarations) {
    const MathFunction &function = *declaredFunction(*declaration, library);
    if (isThere || isDefined(module, library, function,
                             findMathFunction(declaration->getName()).isFloat))
      defineFunction(*declaration, function, writer);
  }
  return writer.takeConflicts();
}

std::vector<UnmappedMath> findUnmappedMath(const Module &module,
                                           const MathLibrary &library) {
  std::vector<UnmappedMath> found;
  StringSet<> seen;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      MathSupport support = MathSupport::None;
      if (!functionToMap(instruction, library, &support))
        continue;
      const auto *call = dyn_cast<CallInst>(&instruction);
      StringRef name = call ? call->getCalledFunction()->getName()
                            : "the remainder of floating-point numbers";
      if (seen.insert(name).second)
        found.push_back({&instruction, name.str(), support});
    }
  return found;
}

} // namespace llbc
