// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "report/SymbolName.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

void checkShared(const GlobalVariable &variable, Diagnostics &diag) {
  if (variable.getAddressSpace() != sharedAddressSpace ||
      !variable.hasInitializer())
    return;
  const Constant *initial = variable.getInitializer();
  // Zeros are how front ends spell "no initialiser".
  if (isa<UndefValue>(initial) || initial->isNullValue())
    return;
  diag.error("",
             "shared memory cannot have an initial value: " +
                 describeSymbol(variable.getName()),
             {"note: PTX would start it undefined; store the values in the "
              "kernel"});
}

bool mentionsBlock(const Constant &constant) {
  return isa<BlockAddress>(constant) ||
         (!isa<GlobalValue>(constant) &&
          llvm::any_of(constant.operands(), [](const Use &operand) {
            const auto *inner = dyn_cast<Constant>(operand);
            return inner && mentionsBlock(*inner);
          }));
}

void checkInitializer(const GlobalVariable &variable, Diagnostics &diag) {
  if (variable.hasInitializer() && mentionsBlock(*variable.getInitializer()))
    diag.error("", "PTX cannot hold the address of a block: " +
                       describeSymbol(variable.getName()));
}

void checkKernel(const Function &kernel, Diagnostics &diag) {
  if (!kernel.getReturnType()->isVoidTy())
    diag.error("", "a kernel cannot return a value: " +
                       describeSymbol(kernel.getName()));
  for (const Use &use : kernel.uses()) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (call && call->isCallee(&use))
      diag.error(
          "", "a kernel cannot be called: " + describeSymbol(kernel.getName()),
          {"called from " + describeSymbol(call->getFunction()->getName())});
  }
}

void checkThreadLocal(const GlobalVariable &variable, Diagnostics &diag) {
  if (variable.isThreadLocal() && !variable.use_empty())
    diag.error("", "PTX has no thread-local variables: " +
                       describeSymbol(variable.getName()));
}

/// Variables that \p constant mentions, through expressions.
void collectVariables(const Constant &constant,
                      SmallPtrSetImpl<const Constant *> &visited,
                      SmallVectorImpl<const GlobalVariable *> &found) {
  if (const auto *variable = dyn_cast<GlobalVariable>(&constant)) {
    found.push_back(variable);
    return;
  }
  if (isa<GlobalValue>(constant) || !visited.insert(&constant).second)
    return;
  for (const Use &operand : constant.operands())
    if (const auto *inner = dyn_cast<Constant>(operand))
      collectVariables(*inner, visited, found);
}

/// PTX variables must be declared before an initialiser names them, so the
/// initialisers must not form a circle. Depth-first, without recursion: chains
/// of statics can be long.
class CycleFinder {
public:
  /// A variable on a circle reached from \p start, or null.
  const GlobalVariable *find(const GlobalVariable &start) {
    enter(start);
    while (!path.empty()) {
      Step &step = path.back();
      if (step.next == step.references.size()) {
        state[step.variable] = State::Done;
        path.pop_back();
        continue;
      }
      const GlobalVariable *reference = step.references[step.next++];
      if (state.lookup(reference) == State::Open) {
        path.clear();
        return reference;
      }
      enter(*reference);
    }
    return nullptr;
  }

private:
  enum class State { New, Open, Done };
  struct Step {
    const GlobalVariable *variable;
    SmallVector<const GlobalVariable *, 4> references;
    size_t next = 0;
  };

  void enter(const GlobalVariable &variable) {
    if (state.lookup(&variable) != State::New)
      return;
    state[&variable] = State::Open;
    Step step = {&variable, {}};
    if (variable.hasInitializer()) {
      SmallPtrSet<const Constant *, 16> visited;
      collectVariables(*variable.getInitializer(), visited, step.references);
    }
    path.push_back(std::move(step));
  }

  DenseMap<const GlobalVariable *, State> state;
  SmallVector<Step> path;
};

void checkCycles(const Module &module, Diagnostics &diag) {
  CycleFinder finder;
  for (const GlobalVariable &variable : module.globals())
    if (const GlobalVariable *onCycle = finder.find(variable))
      diag.error("", "PTX cannot express initialisers that refer to each other "
                     "in a circle: " +
                         describeSymbol(onCycle->getName()));
}

} // namespace

void checkModule(const Module &module, Diagnostics &diag) {
  for (const GlobalVariable &variable : module.globals()) {
    checkShared(variable, diag);
    checkThreadLocal(variable, diag);
    checkInitializer(variable, diag);
  }
  checkCycles(module, diag);
  for (const Function &function : module)
    if (function.hasKernelCallingConv() && !function.isDeclaration())
      checkKernel(function, diag);
}

} // namespace llbc::nvptx
