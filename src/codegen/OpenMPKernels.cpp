// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/OpenMPKernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace llbc {
namespace {

/// The attributes of \p function with its parameters' moved one to the right.
AttributeList shiftAttributes(const Function &function) {
  const AttributeList attributes = function.getAttributes();
  SmallVector<AttributeSet> parameters = {AttributeSet()};
  for (unsigned i = 0; i != function.arg_size(); ++i)
    parameters.push_back(attributes.getParamAttrs(i));
  return AttributeList::get(function.getContext(), attributes.getFnAttrs(),
                            attributes.getRetAttrs(), parameters);
}

/// Makes \p outer call \p inner with all its arguments but the first.
void forward(Function &outer, Function &inner) {
  IRBuilder<> builder(BasicBlock::Create(outer.getContext(), "", &outer));
  SmallVector<Value *> arguments;
  for (Argument &argument : drop_begin(outer.args()))
    arguments.push_back(&argument);
  CallInst *call = builder.CreateCall(&inner, arguments);
  call->setCallingConv(inner.getCallingConv());
  call->setAttributes(inner.getAttributes());
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

void addArgument(Function &kernel) {
  SmallVector<Type *> parameters = {
      PointerType::getUnqual(kernel.getContext())};
  llvm::append_range(parameters, kernel.getFunctionType()->params());
  auto *type =
      FunctionType::get(kernel.getReturnType(), parameters, kernel.isVarArg());
  Function *adapted =
      Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "",
                       kernel.getParent());
  adapted->copyAttributesFrom(&kernel);
  adapted->setAttributes(shiftAttributes(kernel));
  adapted->setComdat(kernel.getComdat());
  adapted->takeName(&kernel);
  // A host device's functions call each other as they are.
  const auto isCall = [](const Use &use) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    return call && call->isCallee(&use);
  };
  if (llvm::any_of(kernel.uses(), isCall)) {
    kernel.replaceUsesWithIf(adapted,
                             [&](const Use &use) { return !isCall(use); });
    kernel.setName(adapted->getName() + ".called");
    kernel.setComdat(nullptr);
    kernel.setLinkage(GlobalValue::InternalLinkage);
    kernel.setVisibility(GlobalValue::DefaultVisibility);
    return forward(*adapted, kernel);
  }
  adapted->copyMetadata(&kernel, 0);
  adapted->splice(adapted->begin(), &kernel);
  for (auto [old, current] :
       zip_equal(kernel.args(), drop_begin(adapted->args()))) {
    current.takeName(&old);
    old.replaceAllUsesWith(&current);
  }
  kernel.replaceAllUsesWith(adapted);
  kernel.eraseFromParent();
}

} // namespace

void addOpenMPArgument(Module &module, bool exportsAreKernels) {
  SmallVector<Function *> kernels;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        (exportsAreKernels || function.hasKernelCallingConv()))
      kernels.push_back(&function);
  for (Function *kernel : kernels)
    addArgument(*kernel);
}

} // namespace llbc
