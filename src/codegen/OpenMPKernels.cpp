// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/OpenMPKernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"

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
  adapted->copyMetadata(&kernel, 0);
  adapted->takeName(&kernel);
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
