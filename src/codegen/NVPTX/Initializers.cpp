// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
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
class DeclarationOrder {
public:
  /// Puts \p start after all that it refers to, where it is not there yet.
  /// Returns a variable on a circle, or null.
  const GlobalVariable *add(const GlobalVariable &start) {
    enter(start);
    while (!path.empty()) {
      Step &step = path.back();
      if (step.next == step.references.size()) {
        state[step.variable] = State::Done;
        ordered.push_back(step.variable);
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

  ArrayRef<const GlobalVariable *> get() const { return ordered; }

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
  SmallVector<const GlobalVariable *> ordered;
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

/// Whether \p constant, which lies at \p offset, holds an address that is not
/// aligned.
bool hasOddAddress(const Constant &constant, uint64_t offset,
                   const DataLayout &layout) {
  if (isa<ConstantData>(constant))
    return false;
  Type *type = constant.getType();
  if (!type->isAggregateType())
    return offset % layout.getPointerSize() != 0;
  auto *structure = dyn_cast<StructType>(type);
  for (const auto &[i, operand] : llvm::enumerate(constant.operands())) {
    const auto &element = *cast<Constant>(operand);
    const uint64_t at = structure
                            ? layout.getStructLayout(structure)
                                  ->getElementOffset(i)
                                  .getFixedValue()
                            : i * layout.getTypeAllocSize(element.getType());
    if (hasOddAddress(element, offset + at, layout))
      return true;
  }
  return false;
}

bool hasAddress(const Constant &constant) {
  SmallPtrSet<const Constant *, 16> visited;
  SmallVector<const Constant *> work = {&constant};
  while (!work.empty()) {
    const Constant *next = work.pop_back_val();
    if (isa<GlobalValue>(next))
      return true;
    if (visited.insert(next).second)
      for (const Use &operand : next->operands())
        work.push_back(cast<Constant>(operand));
  }
  return false;
}

} // namespace

const GlobalVariable *findOddAddress(const Module &module) {
  const DataLayout &layout = module.getDataLayout();
  for (const GlobalVariable &variable : module.globals()) {
    if (!variable.hasInitializer() || variable.getName().starts_with("llvm.") ||
        !variable.getValueType()->isAggregateType())
      continue;
    const Constant &initial = *variable.getInitializer();
    const bool isOddSize =
        layout.getTypeStoreSize(variable.getValueType()).getFixedValue() %
            layout.getPointerSize() !=
        0;
    if (isOddSize ? hasAddress(initial) : hasOddAddress(initial, 0, layout))
      return &variable;
  }
  return nullptr;
}

void orderVariables(Module &module) {
  DeclarationOrder order;
  for (const GlobalVariable &variable : module.globals())
    order.add(variable);
  DenseMap<const GlobalVariable *, size_t> position;
  for (const auto &[i, variable] : llvm::enumerate(order.get()))
    position[variable] = i;
  SmallVector<GlobalVariable *> variables;
  for (GlobalVariable &variable : module.globals())
    variables.push_back(&variable);
  auto isBefore = [&](const GlobalVariable *a, const GlobalVariable *b) {
    return position.lookup(a) < position.lookup(b);
  };
  if (llvm::is_sorted(variables, isBefore))
    return;
  llvm::sort(variables, isBefore);
  for (GlobalVariable *variable : variables) {
    module.removeGlobalVariable(variable);
    module.insertGlobalVariable(variable);
  }
}

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
  DeclarationOrder order;
  for (const GlobalVariable &variable : module.globals())
    if (const GlobalVariable *onCycle = order.add(variable))
      report.error(*onCycle, "PTX cannot express initialisers that refer to "
                             "each other in a circle");
}

} // namespace llbc::nvptx
