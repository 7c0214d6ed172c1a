// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "codegen/CodeChecks.h"
#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// LLVM writes nothing for a stack map, and crashes of the others.
constexpr Intrinsic::ID missingIntrinsics[] = {
    Intrinsic::get_fpenv,    Intrinsic::reset_fpenv, Intrinsic::set_fpenv,
    Intrinsic::set_rounding, Intrinsic::sponentry,   Intrinsic::vscale};

constexpr unsigned variableSpaces[] = {genericAddressSpace, globalAddressSpace,
                                       sharedAddressSpace,
                                       constantAddressSpace};

constexpr CodeLimits limits = {"PTX has no",
                               "llvm.nvvm.",
                               missingIntrinsics,
                               variableSpaces,
                               /*convertsWideIntegers=*/false,
                               /*hasTailCalls=*/false};

void checkShared(const GlobalVariable &variable,
                 const DefinitionReport &report) {
  if (variable.getAddressSpace() != sharedAddressSpace ||
      !variable.hasInitializer())
    return;
  const Constant *initial = variable.getInitializer();
  // Zeros are how front ends spell "no initialiser".
  if (isa<UndefValue>(initial) || initial->isNullValue())
    return;
  report.error(variable, "shared memory cannot have an initial value",
               {"note: PTX would start it undefined; store the values in the "
                "kernel"});
}

void checkParameters(const Function &kernel, const DefinitionReport &report) {
  for (const Argument &argument : kernel.args()) {
    Type *held = argument.hasByValAttr() ? argument.getParamByValType()
                                         : argument.getType();
    if (kernel.getDataLayout().getTypeAllocSize(held).isZero())
      report.error(kernel, "PTX has no kernel parameters without a size");
  }
}

void checkKernel(const Function &kernel, const DefinitionReport &report) {
  if (!kernel.getReturnType()->isVoidTy())
    report.error(kernel, "a kernel cannot return a value");
  for (const Use &use : kernel.uses()) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    if (call && call->isCallee(&use))
      report.error(
          kernel, "a kernel cannot be called",
          {"called from " + DefinitionReport::describe(*call->getFunction())});
  }
  checkParameters(kernel, report);
}

/// A directive of the file's header in \p assembly, of which there must be one;
/// "" if none is there.
std::string findHeaderDirective(StringRef assembly) {
  static constexpr StringRef directives[] = {".version", ".target",
                                             ".address_size"};
  StringRef found;
  bool followsWord = false;
  for (PtxLexer lexer(assembly); lexer.next();) {
    // A part of a longer word, or of an instruction.
    if (!found.empty() && !lexer.isJoined())
      break;
    StringRef token = lexer.token();
    const bool isPart = lexer.isJoined() && followsWord;
    found =
        !isPart && llvm::is_contained(directives, token) ? token : StringRef();
    followsWord = isAlnum(token.back());
  }
  return found.str();
}

bool isConstantMemory(const Value &pointer) {
  return pointer.getType()->getPointerAddressSpace() == constantAddressSpace;
}

/// The memory that \p instruction writes to, or null.
const Value *writtenPointer(const Instruction &instruction) {
  if (const auto *store = dyn_cast<StoreInst>(&instruction))
    return store->getPointerOperand();
  if (const auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
    return atomic->getPointerOperand();
  if (const auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return atomic->getPointerOperand();
  if (const auto *call = dyn_cast<MemIntrinsic>(&instruction))
    return call->getRawDest();
  return nullptr;
}

/// The name of the scope of \p instruction if PTX has none like it, or "".
StringRef unknownScope(const Instruction &instruction) {
  const std::optional<SyncScope::ID> scope = getAtomicSyncScopeID(&instruction);
  if (!scope)
    return {};
  SmallVector<StringRef, 8> names;
  instruction.getContext().getSyncScopeNames(names);
  constexpr StringRef known[] = {"", "singlethread", "block", "cluster",
                                 "device"};
  return llvm::is_contained(known, names[*scope]) ? StringRef() : names[*scope];
}

void checkInstruction(const Instruction &instruction,
                      const DefinitionReport &report) {
  const Value *written = writtenPointer(instruction);
  if (written && isConstantMemory(*written))
    report.error(instruction, "constant memory cannot be written");
  if (StringRef scope = unknownScope(instruction); !scope.empty())
    report.error(instruction, "PTX has no atomic scope '" + scope + "'",
                 {"note: there are block, cluster, device, singlethread and "
                  "the whole system"});
  const auto *call = dyn_cast<CallBase>(&instruction);
  const auto *assembly =
      call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
  if (!assembly)
    return;
  if (std::string directive = findHeaderDirective(assembly->getAsmString());
      !directive.empty())
    report.error(instruction, "assembly must not contain " + directive);
}

} // namespace

void checkModule(const Module &module, function_ref<Processor()> cpu,
                 const DefinitionReport &report) {
  checkVariables(module, limits, report);
  for (const GlobalVariable &variable : module.globals())
    checkShared(variable, report);
  checkInitializers(module, report);
  checkMemoryLimits(module, cpu, report);
  checkCode(module, limits, report);
  for (const Function &function : module) {
    if (function.hasKernelCallingConv() && !function.isDeclaration())
      checkKernel(function, report);
    for (const Instruction &instruction : instructions(function))
      checkInstruction(instruction, report);
  }
  if (std::string directive = findHeaderDirective(module.getModuleInlineAsm());
      !directive.empty())
    report.error("the module-level assembly must not contain " + directive);
}

} // namespace llbc::nvptx
