// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;

namespace llbc::nvptx {
namespace {

// What ptxas 13 accepts.
constexpr uint64_t smallParameterLimit = 4352;
constexpr uint64_t largeParameterLimit = 32764;
constexpr unsigned largeParameterSm = 70;
constexpr unsigned largeParameterIsa = 81;
constexpr uint64_t constantLimit = 65536;
constexpr uint64_t staticSharedLimit = 49152;
// CUDA C++ Programming Guide, "Compute capabilities": local memory of a thread.
constexpr uint64_t localLimit = 524288;
// No GPU has more than 57 bits of addresses.
constexpr uint64_t addressLimit = uint64_t(1) << 57;

std::string bytes(uint64_t size) { return formatv("{0:N} bytes", size); }

/// As NVPTX lays out a kernel's parameters, one after the other.
uint64_t parameterSize(const Function &kernel) {
  const DataLayout &layout = kernel.getDataLayout();
  uint64_t size = 0;
  for (const Argument &argument : kernel.args()) {
    Type *type = argument.hasByValAttr() ? argument.getParamByValType()
                                         : argument.getType();
    Align align = layout.getABITypeAlign(type);
    if (argument.hasByValAttr())
      align = argument.getParamAlign().value_or(align);
    size = alignTo(size, align) + layout.getTypeAllocSize(type);
  }
  return size;
}

/// \p cpu costs something to find out, and seldom matters.
void checkParameters(const Function &kernel, function_ref<Processor()> cpu,
                     const DefinitionReport &report) {
  const uint64_t size = parameterSize(kernel);
  if (size <= smallParameterLimit)
    return;
  const Processor processor = cpu();
  const bool isLarge =
      processor.sm >= largeParameterSm && processor.isa >= largeParameterIsa;
  const uint64_t limit = isLarge ? largeParameterLimit : smallParameterLimit;
  if (size <= limit)
    return;
  std::vector<std::string> notes;
  if (size <= largeParameterLimit)
    notes.push_back("note: " + bytes(largeParameterLimit) +
                    " are possible from sm_70 and PTX ISA 8.1 on "
                    "(--target-feature +ptx81)");
  else
    notes.push_back("note: pass a pointer to global memory");
  report.error(kernel,
               "the parameters of a kernel take " + bytes(size) +
                   ", but there is room for " + bytes(limit),
               std::move(notes));
}

/// LLVM's own count of an array's bits overflows.
uint64_t sizeOf(Type &type, const DataLayout &layout) {
  if (const auto *array = dyn_cast<ArrayType>(&type))
    return SaturatingMultiply(array->getNumElements(),
                              sizeOf(*array->getElementType(), layout));
  return layout.getTypeAllocSize(&type);
}

uint64_t sizeOf(const GlobalVariable &variable) {
  return sizeOf(*variable.getValueType(), variable.getDataLayout());
}

bool isIn(const GlobalVariable &variable, unsigned space) {
  return variable.getAddressSpace() == space && !variable.isDeclaration();
}

uint64_t sizeInOrder(ArrayRef<const GlobalVariable *> variables) {
  uint64_t size = 0;
  for (const GlobalVariable *variable : variables)
    size =
        alignTo(size, variable->getDataLayout().getPreferredAlign(variable)) +
        sizeOf(*variable);
  return size;
}

/// What \p variables need together, in the order given. ptxas keeps the
/// order of the PTX, which may differ where initialisers refer to each other;
/// then this errs on the side of silence. Sorts them by size.
uint64_t totalSize(SmallVectorImpl<const GlobalVariable *> &variables) {
  const uint64_t asGiven = sizeInOrder(variables);
  auto rank = [](const GlobalVariable *variable) {
    return std::tuple(variable->getDataLayout().getPreferredAlign(variable),
                      sizeOf(*variable), variable->getName());
  };
  llvm::sort(variables,
             [&](const auto *a, const auto *b) { return rank(a) > rank(b); });
  const uint64_t atBest = sizeInOrder(variables);
  llvm::sort(variables, [](const auto *a, const auto *b) {
    return std::tuple(sizeOf(*b), a->getName()) <
           std::tuple(sizeOf(*a), b->getName());
  });
  return std::min(asGiven, atBest);
}

std::vector<std::string>
describeLargest(ArrayRef<const GlobalVariable *> sorted) {
  constexpr size_t shown = 3;
  std::vector<std::string> notes;
  for (const GlobalVariable *variable : sorted.take_front(shown))
    notes.push_back(bytes(sizeOf(*variable)) + " in " +
                    DefinitionReport::describe(*variable));
  if (sorted.size() > shown)
    notes.push_back("and " + std::to_string(sorted.size() - shown) + " more");
  return notes;
}

void checkConstantMemory(const Module &module, const DefinitionReport &report) {
  SmallVector<const GlobalVariable *> variables;
  for (const GlobalVariable &variable : module.globals())
    if (isIn(variable, constantAddressSpace))
      variables.push_back(&variable);
  const uint64_t size = totalSize(variables);
  if (size > constantLimit)
    report.error("constant memory takes " + bytes(size) +
                     ", but there is room for " + bytes(constantLimit),
                 describeLargest(variables));
}

/// The variables in shared memory that \p kernel refers to, also through
/// functions and tables.
SmallVector<const GlobalVariable *> reachedShared(const Function &kernel) {
  SmallVector<const GlobalVariable *> found;
  SetVector<const Constant *> reached;
  reached.insert(&kernel);
  for (size_t i = 0; i != reached.size(); ++i) {
    const Constant *constant = reached[i];
    const auto *variable = dyn_cast<GlobalVariable>(constant);
    if (variable && isIn(*variable, sharedAddressSpace))
      found.push_back(variable);
    auto add = [&](const User &user) {
      for (const Use &operand : user.operands())
        if (const auto *next = dyn_cast<Constant>(operand);
            next && !isa<ConstantData>(next))
          reached.insert(next);
    };
    add(*constant);
    if (const auto *function = dyn_cast<Function>(constant))
      for (const Instruction &instruction : instructions(*function))
        add(instruction);
  }
  return found;
}

// A warning, as ptxas counts what its own optimiser leaves.
void checkSharedMemory(const Function &kernel, const DefinitionReport &report) {
  SmallVector<const GlobalVariable *> variables = reachedShared(kernel);
  const uint64_t size = totalSize(variables);
  if (size <= staticSharedLimit)
    return;
  std::vector<std::string> notes = describeLargest(variables);
  notes.push_back("note: more must be dynamic: an external array without a "
                  "size, which gets it at launch");
  report.warning(kernel,
                 "a kernel has " + bytes(size) +
                     " of static shared memory, of which ptxas takes " +
                     bytes(staticSharedLimit) + " on any processor",
                 std::move(notes));
}

void checkStack(const Function &function, const DefinitionReport &report) {
  for (const Instruction &instruction : instructions(function)) {
    const auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (!variable)
      continue;
    const std::optional<TypeSize> size =
        variable->getAllocationSize(function.getDataLayout());
    if (size && !size->isScalable() && size->getFixedValue() > localLimit)
      report.error(instruction,
                   "a variable takes " + bytes(size->getFixedValue()) +
                       " of the stack, but a thread has " + bytes(localLimit));
  }
}

} // namespace

void checkMemoryLimits(const Module &module, function_ref<Processor()> cpu,
                       const DefinitionReport &report) {
  SmallVector<const GlobalVariable *> shared;
  for (const GlobalVariable &variable : module.globals()) {
    if (isIn(variable, sharedAddressSpace))
      shared.push_back(&variable);
    if (sizeOf(variable) > addressLimit)
      report.error(variable,
                   "no GPU has memory for " + bytes(sizeOf(variable)));
  }
  // Seldom, and only then is it worth a look at what each kernel reaches.
  const bool isTight = totalSize(shared) > staticSharedLimit;
  checkConstantMemory(module, report);
  for (const Function &function : module) {
    checkStack(function, report);
    if (!function.hasKernelCallingConv() || function.isDeclaration())
      continue;
    checkParameters(function, cpu, report);
    if (isTight)
      checkSharedMemory(function, report);
  }
}

} // namespace llbc::nvptx
