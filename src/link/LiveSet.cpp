// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LiveSet.h"

#include "input/BitcodeCheck.h"
#include "link/Signature.h"
#include "support/SymbolName.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/Local.h"

#include <set>

using namespace llvm;

namespace llbc {
namespace {

class Marker {
public:
  Marker(const Resolution &resolution, LLVMContext &context,
         StringRef dataLayout, StandIns standIns, Diagnostics &diag)
      : resolution(resolution), context(context), dataLayout(dataLayout),
        standIns(standIns), diag(diag) {}

  LiveSet run() {
    for (InputModule *input : resolution.modules)
      if (input->summary.hasAppending || input->summary.hasModuleAsm())
        markModuleRoots(*input);
    for (const auto &[name, how] : resolution.preserved)
      if (how.reason != Reason::RuntimeRoutine)
        markDefinition(*resolution.symbols.find(name), name, Origin());
    while (!pending.empty() && !failed)
      follow(*pending.pop_back_val());
    return takeResult();
  }

private:
  /// How a value came to be live.
  struct Origin {
    GlobalValue *user = nullptr; ///< Null for a root.
    DebugLoc location;
  };

  LiveModule *open(InputModule &input) {
    auto [it, isNew] = opened.try_emplace(&input);
    if (isNew)
      it->second = load(input);
    return it->second ? it->second.get() : nullptr;
  }

  std::unique_ptr<LiveModule> load(InputModule &input) {
    const std::string activity = "reading " + input.file->name;
    PrettyStackTraceString trace(activity.c_str());
    if (!input.bitcode)
      return nullptr;
    if (Error err = checkReservations(*input.bitcode)) {
      fail(input, std::move(err));
      return nullptr;
    }
    input.bitcode->setModuleIdentifier(input.file->name);
    ParserCallbacks callbacks;
    callbacks.DataLayout = [&](StringRef, StringRef) { return dataLayout; };
    Expected<std::unique_ptr<Module>> module =
        input.bitcode->getLazyModule(context, /*ShouldLazyLoadMetadata=*/true,
                                     /*IsImporting=*/false, callbacks);
    if (!module) {
      fail(input, module.takeError());
      return nullptr;
    }
    if (input.summary.hasAnnotations) {
      if (Error err = (*module)->materializeMetadata()) {
        fail(input, std::move(err));
        return nullptr;
      }
      UpgradeNVVMAnnotations(**module);
    }
    dropNameEscapes(**module);
    auto live = std::make_unique<LiveModule>();
    live->input = &input;
    live->module = std::move(*module);
    owners[live->module.get()] = live.get();
    return live;
  }

  /// Gives `\01name` the name that the linker and other modules know. No target
  /// here adds anything to a name, so the escape says nothing.
  static void dropNameEscapes(Module &module) {
    for (GlobalValue &value : make_early_inc_range(module.global_values())) {
      StringRef name = value.getName();
      if (!name.consume_front("\01") || name.starts_with("llvm."))
        continue;
      GlobalValue *same = module.getNamedValue(name);
      if (!same) {
        value.setName(name.str());
      } else if (same->isDeclaration()) {
        replaceUses(*same, value);
        value.takeName(same);
        same->eraseFromParent();
      } else {
        replaceUses(value, *same);
      }
    }
  }

  /// They may lie in different address spaces.
  static void replaceUses(GlobalValue &old, GlobalValue &current) {
    old.replaceAllUsesWith(ConstantExpr::getPointerBitCastOrAddrSpaceCast(
        &current, old.getType()));
  }

  void fail(const InputModule &input, Error err) {
    diag.error(input.file->name,
               readerMessage(std::move(err), input.summary.producer));
    failed = true;
  }

  void markModuleRoots(InputModule &input) {
    LiveModule *live = open(input);
    if (!live)
      return;
    for (GlobalVariable &variable : live->module->globals())
      if (variable.hasAppendingLinkage())
        mark(variable, Origin());
  }

  void mark(GlobalValue &value, const Origin &origin) {
    if (!origins.try_emplace(&value, origin).second)
      return;
    owners[value.getParent()]->values.push_back(&value);
    pending.push_back(&value);
  }

  void markDefinition(const Symbol &symbol, StringRef name,
                      const Origin &origin) {
    // A native definition is found by the ELF link, as is one of assembly.
    if (!symbol.isInBitcode())
      return;
    if (GlobalValue *value = definitionOf(symbol, name))
      mark(*value, origin);
  }

  /// Null after an error.
  GlobalValue *definitionOf(const Symbol &symbol, StringRef name) {
    InputModule &input = *symbol.definition.module;
    LiveModule *live = open(input);
    if (!live)
      return nullptr;
    GlobalValue *value = live->module->getNamedValue(name);
    if (!value)
      fail(input, createStringError("the file is damaged: no definition of " +
                                    describeSymbol(name)));
    auto *variable = dyn_cast_or_null<GlobalVariable>(value);
    if (variable && variable->hasCommonLinkage())
      return enlargeCommon(*variable, symbol);
    return value;
  }

  /// Gives \p variable, a tentative definition, the size and alignment that all
  /// of its name have together.
  static GlobalValue *enlargeCommon(GlobalVariable &variable,
                                    const Symbol &symbol) {
    Module &module = *variable.getParent();
    variable.setAlignment(
        std::max(variable.getAlign().valueOrOne(),
                 MaybeAlign(symbol.commonAlign).valueOrOne()));
    if (module.getDataLayout().getTypeAllocSize(variable.getValueType()) >=
        symbol.commonSize)
      return &variable;
    auto *type =
        ArrayType::get(Type::getInt8Ty(module.getContext()), symbol.commonSize);
    auto *larger = new GlobalVariable(
        module, type, variable.isConstant(), variable.getLinkage(),
        Constant::getNullValue(type), "", &variable,
        variable.getThreadLocalMode(), variable.getAddressSpace());
    larger->copyAttributesFrom(&variable);
    larger->takeName(&variable);
    variable.replaceAllUsesWith(larger);
    variable.eraseFromParent();
    return larger;
  }

  /// Loads \p value and marks what it refers to.
  void follow(GlobalValue &value) {
    const std::string activity =
        "reading " + owners[value.getParent()]->input->file->name;
    PrettyStackTraceString trace(activity.c_str());
    if (Error err = value.materialize())
      return fail(*owners[value.getParent()]->input, std::move(err));
    if (auto *alias = dyn_cast<GlobalAlias>(&value))
      return followAlias(*alias);
    if (auto *function = dyn_cast<Function>(&value))
      dropUnusedPersonality(*function);
    for (const Use &operand : value.operands())
      followConstant(*cast<Constant>(operand), {&value, {}});
    if (auto *function = dyn_cast<Function>(&value))
      for (Instruction &instruction : instructions(*function)) {
        if (mayCallRuntime(instruction))
          markRuntimeRoutines();
        for (const Use &operand : instruction.operands())
          if (auto *constant = dyn_cast<Constant>(operand))
            if (!isa<ConstantData>(constant))
              followConstant(*constant, {&value, instruction.getDebugLoc()});
      }
  }

  /// Types whose arithmetic code generation may leave to a routine of the
  /// compiler's runtime library. What it calls for others is the C library's.
  static bool mayNeedRoutine(const Type *type) {
    constexpr unsigned registerBits = 64;
    const Type *scalar = type->getScalarType();
    return scalar->isHalfTy() || scalar->isBFloatTy() || scalar->isFP128Ty() ||
           scalar->isX86_FP80Ty() ||
           (scalar->isIntegerTy() &&
            scalar->getIntegerBitWidth() > registerBits);
  }

  bool mayCallRuntime(const Instruction &instruction) const {
    if (routinesAreLive)
      return false;
    const auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
    return (intrinsic && intrinsic->getIntrinsicID() == Intrinsic::powi) ||
           mayNeedRoutine(instruction.getType()) ||
           llvm::any_of(instruction.operands(), [](const Use &operand) {
             return mayNeedRoutine(operand->getType());
           });
  }

  void markRuntimeRoutines() {
    routinesAreLive = true;
    for (StringRef name : resolution.names(Reason::RuntimeRoutine))
      markDefinition(*resolution.symbols.find(name), name, Origin());
  }

  /// A function that catches nothing needs no personality routine, and devices
  /// have none; front ends that unwind on the host still name one. Without
  /// optimisation they also leave code that resumes what nothing caught.
  static void dropUnusedPersonality(Function &function) {
    if (!function.hasPersonalityFn() || llvm::any_of(function, isLandingPad))
      return;
    if (llvm::any_of(function, isResumption))
      removeUnreachableBlocks(function);
    if (llvm::none_of(function, isResumption))
      function.setPersonalityFn(nullptr);
  }

  static bool isLandingPad(const BasicBlock &block) { return block.isEHPad(); }
  static bool isResumption(const BasicBlock &block) {
    return isa_and_present<ResumeInst>(block.getTerminator());
  }

  /// An alias names a definition of its own module, whichever prevails: what
  /// does not prevail is moved with the alias as a private copy.
  void followAlias(GlobalAlias &alias) {
    GlobalObject *target = alias.getAliaseeObject();
    if (!target)
      return;
    followConstant(*alias.getAliasee(), {&alias, {}});
    if (!target->isDeclaration() && !origins.contains(target)) {
      origins.try_emplace(target, Origin{&alias, {}});
      pending.push_back(target);
    }
  }

  void followConstant(Constant &constant, const Origin &origin) {
    if (auto *value = dyn_cast<GlobalValue>(&constant))
      return followReference(*value, origin);
    // Its operand is the block, which is no constant.
    if (auto *address = dyn_cast<BlockAddress>(&constant))
      return followReference(*address->getFunction(), origin);
    if (isa<ConstantData>(constant) || !visited.insert(&constant).second)
      return;
    for (const Use &operand : constant.operands())
      if (auto *inner = dyn_cast<Constant>(operand))
        followConstant(*inner, origin);
  }

  void markStandIns(const GlobalValue &value, const Origin &origin) {
    if (!askedFor.insert(value.getName()).second)
      return;
    for (const std::string &name : standIns(value.getName())) {
      const Symbol *symbol = resolution.symbols.find(name);
      if (symbol && symbol->isDefined())
        markDefinition(*symbol, name, origin);
    }
  }

  /// Warns where a function is called as something that it is not: the code may
  /// pass its arguments in other places than it expects them.
  void checkSignature(const GlobalValue &reference, const Symbol &symbol) {
    const auto *declared = dyn_cast<Function>(&reference);
    if (!declared || !symbol.isInBitcode())
      return;
    const InputModule &declaring = *owners[reference.getParent()]->input;
    const InputModule &defining = *symbol.definition.module;
    if (&declaring == &defining)
      return;
    const GlobalValue *value = definitionOf(symbol, declared->getName());
    const auto *defined =
        value ? dyn_cast<FunctionType>(value->getValueType()) : nullptr;
    if (!defined || canCallAs(*declared->getFunctionType(), *defined) ||
        !misdeclared.insert({&declaring, declared->getName()}).second)
      return;
    diag.warning(declaring.file->name,
                 "declares " + describeSymbol(declared->getName()) + " as " +
                     printType(*declared->getFunctionType()) +
                     ", but it is defined as " + printType(*defined),
                 {"defined in " + defining.file->name});
  }

  static std::string printType(const Type &type) {
    std::string text;
    raw_string_ostream(text) << type;
    return text;
  }

  /// One reference that is not weak makes the name needed.
  void noteUndefined(const GlobalValue &value, const Origin &origin) {
    const bool isWeak = value.hasExternalWeakLinkage();
    auto [it, isNew] =
        undefinedNames.try_emplace(value.getName(), result.undefined.size());
    if (isNew)
      result.undefined.push_back({value.getName().str(), isWeak, {}});
    UndefinedSymbol &symbol = result.undefined[it->second];
    if (!isNew && (isWeak || !symbol.isWeak))
      return;
    symbol.isWeak = isWeak;
    symbol.chain = describeChain(origin);
  }

  void followReference(GlobalValue &value, const Origin &origin) {
    if (value.hasLocalLinkage() || value.hasAppendingLinkage() ||
        !value.hasName())
      return mark(value, origin);
    auto *function = dyn_cast<Function>(&value);
    if (function && function->getIntrinsicID() != Intrinsic::not_intrinsic)
      return markStandIns(value, origin);
    const Symbol *symbol = resolution.symbols.find(value.getName());
    if (symbol && symbol->isDefined()) {
      checkSignature(value, *symbol);
      return markDefinition(*symbol, value.getName(), origin);
    }
    noteUndefined(value, origin);
    markStandIns(value, origin);
    // The optimiser may inline the copy so that no reference is left.
    if (value.hasAvailableExternallyLinkage())
      mark(value, origin);
  }

  static std::string describeLocation(const DebugLoc &location) {
    if (!location)
      return {};
    return (", " + location->getFilename() + ":" + Twine(location.getLine()))
        .str();
  }

  std::vector<std::string> describeChain(Origin origin) {
    std::vector<std::string> chain;
    constexpr size_t maxLines = 16;
    StringRef verb = "needed by ";
    while (origin.user && chain.size() != maxLines) {
      const GlobalValue &user = *origin.user;
      const auto *function = dyn_cast<Function>(&user);
      const bool isEntry = function && function->hasKernelCallingConv();
      chain.push_back((verb + (isEntry ? "kernel " : "") +
                       describeSymbol(user.getName()) + " in " +
                       owners[user.getParent()]->input->file->name +
                       describeLocation(origin.location))
                          .str());
      verb = function ? "called from " : "referenced from ";
      origin = origins.lookup(&user);
    }
    return chain;
  }

  LiveSet takeResult() {
    for (InputModule *input : resolution.modules) {
      auto it = opened.find(input);
      if (it == opened.end() || !it->second)
        continue;
      // Where no body was read, the module's flags are still in the file.
      if (Error err = it->second->module->materializeMetadata())
        fail(*input, std::move(err));
      result.modules.push_back(std::move(*it->second));
    }
    return std::move(result);
  }

  const Resolution &resolution;
  LLVMContext &context;
  std::string dataLayout;
  StandIns standIns;
  Diagnostics &diag;

  DenseMap<InputModule *, std::unique_ptr<LiveModule>> opened;
  DenseMap<const Module *, LiveModule *> owners;
  DenseMap<const GlobalValue *, Origin> origins;
  SmallVector<GlobalValue *> pending;
  SmallPtrSet<const Constant *, 32> visited;
  std::set<std::pair<const InputModule *, StringRef>> misdeclared;
  bool routinesAreLive = false;
  StringSet<> askedFor;
  StringMap<size_t> undefinedNames; ///< To their places in the result.
  LiveSet result;
  bool failed = false;
};

} // namespace

LiveSet computeLiveSet(const Resolution &resolution, LLVMContext &context,
                       StringRef dataLayout, StandIns standIns,
                       Diagnostics &diag) {
  TimeTraceScope scope("Find live code");
  return Marker(resolution, context, dataLayout, standIns, diag).run();
}

} // namespace llbc
