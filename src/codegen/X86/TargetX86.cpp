// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Emit.h"
#include "codegen/Target.h"
#include "codegen/Unwinding.h"
#include "codegen/X86/Features.h"
#include "codegen/X86/HostProcess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <mutex>

using namespace llvm;

namespace llbc {
namespace {

/// "+avx2,-avx512f,...": what the machine at hand can do.
std::string hostFeatures() {
  SubtargetFeatures features;
  for (const auto &[name, isEnabled] : sys::getHostCPUFeatures())
    features.AddFeature(name, isEnabled);
  return features.getString();
}

/// Makes what was compiled for a program, at a fixed place or not, right for a
/// shared library. \p bindsItself: whether its own definitions serve it.
void makePositionIndependent(Module &module, bool bindsItself) {
  module.setModuleFlag(Module::Max, "PIE Level", 0U);
  module.setModuleFlag(Module::Min, "PIC Level", unsigned(PICLevel::BigPIC));
  for (GlobalValue &value : module.global_values()) {
    // What is defined elsewhere may be anywhere.
    if (!value.hasDefaultVisibility() || value.hasLocalLinkage() ||
        value.hasAppendingLinkage())
      continue;
    value.setDSOLocal(bindsItself && !value.isDeclarationForLinker());
  }
  // The offset from the thread's base is fixed in programs alone.
  for (GlobalVariable &variable : module.globals())
    if (variable.getThreadLocalMode() == GlobalValue::LocalExecTLSModel)
      variable.setThreadLocalMode(GlobalValue::GeneralDynamicTLSModel);
}

constexpr StringRef handleName = "__dso_handle";

/// Whether \p object registers something to be called when the image goes.
Expected<bool> usesHandle(const ElfObject &object) {
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(
          MemoryBufferRef(object.bytes, object.name));
  if (!file)
    return file.takeError();
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name == handleName)
      return true;
  }
  return false;
}

/// What the start files of C compilers do: when the image is unloaded, all that
/// __cxa_atexit was given with the handle of this image is called.
std::unique_ptr<Module> makeFinalizer(const Triple &triple,
                                      LLVMContext &context) {
  auto module = std::make_unique<Module>("finalizer", context);
  module->setTargetTriple(triple);
  module->setDataLayout(triple.computeDataLayout());
  auto *pointer = PointerType::getUnqual(context);
  auto *handle =
      new GlobalVariable(*module, Type::getInt8Ty(context),
                         /*isConstant=*/false, GlobalValue::ExternalLinkage,
                         /*Initializer=*/nullptr, handleName);
  handle->setVisibility(GlobalValue::HiddenVisibility);
  auto *voidType = Type::getVoidTy(context);
  FunctionCallee finalize =
      module->getOrInsertFunction("__cxa_finalize", voidType, pointer);
  auto *function =
      Function::Create(FunctionType::get(voidType, /*isVarArg=*/false),
                       GlobalValue::InternalLinkage, "finalize", *module);
  IRBuilder<> builder(BasicBlock::Create(context, "", function));
  builder.CreateCall(finalize, handle);
  builder.CreateRetVoid();
  constexpr int lastPriority = 65535;
  appendToGlobalDtors(*module, function, lastPriority);
  return module;
}

/// LLVM's offload runtime runs a shared library as its host device. The
/// exported functions are the kernels.
class TargetX86 : public Target {
public:
  explicit TargetX86(const Triple &triple) : Target(triple) {
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeX86TargetInfo();
      LLVMInitializeX86Target();
      LLVMInitializeX86TargetMC();
      LLVMInitializeX86AsmPrinter();
      LLVMInitializeX86AsmParser();
    });
  }

  // It is like any shared library, but where only what is listed is exported
  // and there is a list.
  Unlisted unlisted(const Config &config) const override {
    const bool hasList =
        !config.exportSymbols.empty() || !config.exportFiles.empty();
    return config.unlisted == Unlisted::Hidden && hasList ? Unlisted::Hidden
                                                          : Unlisted::Visible;
  }

  Expected<std::unique_ptr<TargetMachine>>
  createMachine(const Config &config, const Module &module) const override {
    std::string cpu = config.targetCpu;
    std::string features = config.targetFeatures;
    if (cpu.empty())
      cpu = family().commonProcessor();
    if (cpu == "native") {
      if (const Triple here(sys::getProcessTriple());
          here.getArch() != triple().getArch())
        return createStringError("the processor 'native' is that of an x86-64 "
                                 "machine, and this one is " +
                                 here.getArchName());
      cpu = sys::getHostCPUName();
      features = join_items(",", hostFeatures(), features);
    }
    if (Error err = checkProcessor(triple(), cpu, features))
      return err;
    Expected<std::unique_ptr<TargetMachine>> machine =
        makeMachine(triple(), cpu, features, config.optLevel);
    if (!machine)
      return machine.takeError();
    if (std::optional<CodeModel::Model> model = module.getCodeModel())
      (*machine)->setCodeModel(*model);
    if (std::optional<uint64_t> threshold = module.getLargeDataThreshold())
      (*machine)->setLargeDataThreshold(*threshold);
    return machine;
  }

  bool isSelfContained() const override { return false; }
  bool isProvided(StringRef symbol) const override {
    return isLinkerDefined(symbol) ||
           x86::HostProcess::system().defines(symbol);
  }
  bool providesLibrary(StringRef name) const override {
    return x86::HostProcess::hasLibrary(name);
  }
  std::string originHint(StringRef symbol,
                         bool /*isLibraryThere*/) const override {
    return x86::HostProcess::system().hint(symbol);
  }

  DebugLevel supportedDebug(DebugLevel wanted,
                            const TargetMachine & /*machine*/) const override {
    return wanted == DebugLevel::Free ? DebugLevel::Full : wanted;
  }

  void lower(Module &module, const ImageSetting &setting,
             Diagnostics & /*diag*/) const override {
    for (Function &function : module) {
      // A host has one convention for what others call.
      if (function.hasKernelCallingConv())
        function.setCallingConv(CallingConv::C);
      x86::settleFeatures(function, setting.machine,
                          !setting.config.targetCpu.empty());
    }
    // -Bsymbolic is among the target's own options only.
    makePositionIndependent(module, !setting.config.elfArgs);
    // Without Rust's library nothing of Rust can unwind.
    auto isRust = [](StringRef name) {
      return name.ends_with("rust_eh_personality");
    };
    if (llvm::any_of(setting.undefined, [&](const UndefinedSymbol &symbol) {
          return isRust(symbol.name);
        }))
      dropUnwinding(module, [&](const Constant &personality) {
        return isRust(personality.stripPointerCasts()->getName());
      });
  }

  void legalize(Module & /*module*/, const ImageSetting & /*setting*/,
                Diagnostics & /*diag*/) const override {}

  std::vector<std::string> elfArgs() const override {
    return {"-shared", "-Bsymbolic", "--eh-frame-hdr"};
  }

  std::vector<std::string> elfLibraries() const override {
    std::vector<std::string> words = {"--as-needed"};
    llvm::append_range(words, x86::HostProcess::system().libraries());
    return words;
  }

  Expected<std::optional<ElfObject>>
  startObject(ArrayRef<ElfObject> objects) const override {
    for (const ElfObject &object : objects) {
      Expected<bool> uses = usesHandle(object);
      if (!uses)
        return uses.takeError();
      if (!*uses)
        continue;
      LLVMContext context;
      std::unique_ptr<Module> module = makeFinalizer(triple(), context);
      Expected<std::unique_ptr<TargetMachine>> machine =
          makeMachine(triple(), family().commonProcessor(), "", OptLevel::O2);
      if (!machine)
        return machine.takeError();
      Expected<std::string> bytes =
          emitCode(*module, **machine, CodeGenFileType::ObjectFile);
      if (!bytes)
        return bytes.takeError();
      return ElfObject{"the code that runs at unloading", std::move(*bytes)};
    }
    return std::nullopt;
  }
};

} // namespace

std::unique_ptr<Target> createX86Target(const Triple &triple) {
  return std::make_unique<TargetX86>(triple);
}

} // namespace llbc
