// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/OpenMPKernels.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

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

/// Whether code can tell that \p kernel is there: a mention in llvm.used and
/// its like does not count.
bool isReferredTo(const GlobalValue &kernel) {
  auto isList = [](const User *user) {
    const auto *variable = dyn_cast<GlobalVariable>(user);
    return variable && variable->hasAppendingLinkage();
  };
  return llvm::any_of(kernel.users(), [&](const User *user) {
    return !isa<ConstantArray>(user) || !llvm::all_of(user->users(), isList);
  });
}

/// An empty function in place of \p kernel, which is or is an alias of
/// \p function, with its properties and the additional parameter.
Function *createEntry(GlobalValue &kernel, const Function &function) {
  SmallVector<Type *> parameters = {
      PointerType::getUnqual(kernel.getContext())};
  llvm::append_range(parameters, function.getFunctionType()->params());
  auto *type = FunctionType::get(function.getReturnType(), parameters,
                                 function.isVarArg());
  Function *entry =
      Function::Create(type, kernel.getLinkage(), function.getAddressSpace(),
                       "", kernel.getParent());
  entry->copyAttributesFrom(&function);
  entry->setAttributes(shiftAttributes(function));
  entry->setVisibility(kernel.getVisibility());
  entry->takeName(&kernel);
  return entry;
}

/// Makes \p entry call \p callee, of the type of \p function, with all its
/// arguments but the first.
void forward(Function &entry, GlobalValue &callee, const Function &function) {
  IRBuilder<> builder(BasicBlock::Create(entry.getContext(), "", &entry));
  SmallVector<Value *> arguments;
  for (Argument &argument : drop_begin(entry.args()))
    arguments.push_back(&argument);
  CallInst *call =
      builder.CreateCall(function.getFunctionType(), &callee, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(function.getAttributes());
  if (call->getType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
}

/// Moves the body of \p kernel, which nothing refers to, into \p entry.
void moveBody(Function &kernel, Function &entry) {
  entry.copyMetadata(&kernel, 0);
  entry.splice(entry.begin(), &kernel);
  for (auto [old, current] :
       zip_equal(kernel.args(), drop_begin(entry.args()))) {
    current.takeName(&old);
    old.replaceAllUsesWith(&current);
  }
  kernel.replaceAllUsesWith(&entry);
  kernel.eraseFromParent();
}

/// A GPU's kernel cannot be called, so its entry has a copy of the code.
void copyBody(Function &kernel, Function &entry) {
  ValueToValueMapTy values;
  for (auto [old, current] : zip_equal(kernel.args(), drop_begin(entry.args())))
    values[&old] = &current;
  const AttributeList attributes = entry.getAttributes();
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(&entry, &kernel, values,
                    CloneFunctionChangeType::LocalChangesOnly, returns);
  entry.setAttributes(attributes);
}

bool hasEntry(const Module &module, StringRef kernel) {
  return kernel.starts_with("__omp_offloading_") ||
         module.getNamedValue((kernel + "_kernel_environment").str());
}

} // namespace

StringMap<std::string> addOpenMPArgument(Module &module,
                                         ArrayRef<StringRef> kernels,
                                         const StringSet<> &calledByObjects) {
  StringMap<std::string> renamed;
  for (StringRef name : kernels) {
    GlobalValue *kernel = module.getNamedValue(name);
    auto *function =
        kernel ? dyn_cast_or_null<Function>(kernel->getAliaseeObject())
               : nullptr;
    if (!function || function->isDeclaration() || hasEntry(module, name))
      continue;
    const bool isCalledByObjects = calledByObjects.contains(name);
    const bool stays =
        isCalledByObjects || kernel != function || isReferredTo(*kernel);
    Function *entry = createEntry(*kernel, *function);
    if (!stays) {
      moveBody(*function, *entry);
      continue;
    }
    kernel->setName(name + ".called");
    kernel->setLinkage(isCalledByObjects ? GlobalValue::ExternalLinkage
                                         : GlobalValue::InternalLinkage);
    kernel->setVisibility(isCalledByObjects ? GlobalValue::HiddenVisibility
                                            : GlobalValue::DefaultVisibility);
    if (isCalledByObjects)
      renamed[name] = kernel->getName().str();
    if (function->hasKernelCallingConv())
      copyBody(*function, *entry);
    else
      forward(*entry, *kernel, *function);
  }
  return renamed;
}

} // namespace llbc
