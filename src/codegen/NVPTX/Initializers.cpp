// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

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

/// Why PTX has no form for a part of an initialiser.
struct Refusal {
  std::string reason; ///< "" if there is one.
  explicit operator bool() const { return !reason.empty(); }
};

/// PTX ISA, "Initializers": a number, or the address of a function or of a
/// variable in global or constant memory, plus a number.
class InitializerCheck {
public:
  explicit InitializerCheck(const DataLayout &layout) : layout(layout) {}

  Refusal check(const Constant &constant) {
    if (!visited.insert(&constant).second || isa<ConstantData>(constant))
      return {};
    if (isa<BlockAddress>(constant))
      return {"the address of a block"};
    if (isa<NoCFIValue>(constant) || isa<DSOLocalEquivalent>(constant))
      return {"an address with an annotation of the host's linkers"};
    if (const auto *value = dyn_cast<GlobalValue>(&constant))
      return checkGlobal(*value);
    if (const auto *expression = dyn_cast<ConstantExpr>(&constant))
      if (Refusal refusal = checkExpression(*expression))
        return refusal;
    for (const Use &operand : constant.operands())
      if (Refusal refusal = check(*cast<Constant>(operand)))
        return refusal;
    return {};
  }

private:
  static Refusal checkGlobal(const GlobalValue &value) {
    if (value.getAddressSpace() != sharedAddressSpace)
      return {};
    return {"the address of shared memory: " +
            DefinitionReport::describe(value)};
  }

  Refusal checkExpression(const ConstantExpr &expression) const {
    switch (expression.getOpcode()) {
    case Instruction::GetElementPtr:
      return checkOffset(cast<GEPOperator>(expression));
    case Instruction::AddrSpaceCast:
      return checkCast(expression);
    case Instruction::PtrToInt:
    case Instruction::PtrToAddr:
      if (layout.getTypeSizeInBits(expression.getType()) <
          layout.getTypeSizeInBits(expression.getOperand(0)->getType()))
        return {"an address that is cut to a smaller integer"};
      return {};
    case Instruction::Add:
      for (const Use &operand : expression.operands())
        if (const auto *number = dyn_cast<ConstantInt>(operand);
            number && number->isNegative())
          return {"an address minus a number"};
      if (llvm::none_of(expression.operands(), [](const Use &operand) {
            return isa<ConstantInt>(operand);
          }))
        return {"the sum of two addresses"};
      return {};
    case Instruction::IntToPtr:
    case Instruction::BitCast:
      return {};
    default:
      return {std::string("an address in arithmetic (") +
              expression.getOpcodeName() + ")"};
    }
  }

  Refusal checkOffset(const GEPOperator &gep) const {
    APInt offset(layout.getIndexTypeSizeInBits(gep.getType()), 0);
    const Value *base = gep.stripAndAccumulateConstantOffsets(
        layout, offset, /*AllowNonInbounds=*/true);
    if (offset.isNegative())
      return {"an address minus a number"};
    if (isa<Function>(base) && !offset.isZero())
      return {"an address inside a function"};
    return {};
  }

  /// LLVM writes `generic(x)`, and leaves out what brings a variable's generic
  /// address back to its own address space.
  static Refusal checkCast(const ConstantExpr &cast) {
    const unsigned to = cast.getType()->getPointerAddressSpace();
    const Value *base = cast.stripPointerCasts();
    const unsigned own = base->getType()->getPointerAddressSpace();
    const bool isOwn =
        to == own || (to == globalAddressSpace && own == genericAddressSpace);
    if (to == genericAddressSpace || isOwn)
      return {};
    return {"an address in another address space"};
  }

  const DataLayout &layout;
  SmallPtrSet<const Constant *, 16> visited;
};

} // namespace

void checkInitializers(const Module &module, const DefinitionReport &report) {
  for (const GlobalVariable &variable : module.globals()) {
    if (!variable.hasInitializer() || variable.getName() == "llvm.used" ||
        variable.getName() == "llvm.compiler.used")
      continue;
    InitializerCheck check(module.getDataLayout());
    if (Refusal refusal = check.check(*variable.getInitializer()))
      report.error(variable, "PTX cannot express an initial value",
                   {"it is " + refusal.reason});
  }
  CycleFinder finder;
  for (const GlobalVariable &variable : module.globals())
    if (const GlobalVariable *onCycle = finder.find(variable))
      report.error(*onCycle, "PTX cannot express initialisers that refer to "
                             "each other in a circle");
}

} // namespace llbc::nvptx
