// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/TargetID.h"
#include "codegen/ElfLink.h"
#include "codegen/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
void LLVMInitializeAMDGPUAsmParser();
}

namespace llbc {
namespace {

constexpr StringRef versionFlag = "amdhsa_code_object_version";

/// What a function says it was compiled for: a processor, and the settings of
/// its target ID that it fixes.
struct Compiled {
  std::string cpu;
  std::string xnack;
  std::string sramecc;
};

Compiled compiledFor(const Function &function) {
  Compiled result;
  result.cpu = function.getFnAttribute("target-cpu").getValueAsString();
  for (StringRef feature :
       split(function.getFnAttribute("target-features").getValueAsString(),
             ',')) {
    if (feature.drop_front(feature.empty() ? 0 : 1) == "xnack")
      result.xnack = feature;
    if (feature.drop_front(feature.empty() ? 0 : 1) == "sramecc")
      result.sramecc = feature;
  }
  return result;
}

/// Remembers the first file that said something, and reports one that says
/// something else.
class Agreement {
public:
  Agreement(StringRef what, Diagnostics &diag) : what(what), diag(diag) {}

  void add(StringRef value, StringRef file) {
    if (value.empty() || value == accepted)
      return;
    if (accepted.empty()) {
      accepted = value;
      firstFile = file;
    } else if (reported.insert(file).second) {
      diag.error(
          "", "the inputs disagree about " + what,
          {(accepted + " in " + firstFile), (value + " in " + file).str()});
    }
  }

private:
  StringRef what;
  Diagnostics &diag;
  std::string accepted;
  std::string firstFile;
  StringSet<> reported;
};

class TargetAMDGPU : public Target {
public:
  explicit TargetAMDGPU(const Triple &triple) : Target(triple) {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
  }

  EmitKind imageKind() const override { return EmitKind::Elf; }

  void prepareInputs(ArrayRef<NamedModule> inputs, const Config &config,
                     Diagnostics &diag) const override {
    Agreement cpu("the processor", diag);
    Agreement xnack("xnack", diag);
    Agreement sramecc("sramecc", diag);
    Agreement version(versionFlag, diag);
    for (const NamedModule &input : inputs) {
      for (const Function &function : *input.module) {
        if (function.isDeclaration())
          continue;
        const Compiled compiled = compiledFor(function);
        cpu.add(compiled.cpu, input.name);
        xnack.add(compiled.xnack, input.name);
        sramecc.add(compiled.sramecc, input.name);
      }
      if (config.codeObjectVersion)
        input.module->setModuleFlag(Module::Error, versionFlag,
                                    *config.codeObjectVersion * 100);
      if (const auto *value = mdconst::extract_or_null<ConstantInt>(
              input.module->getModuleFlag(versionFlag)))
        version.add(std::to_string(value->getZExtValue()), input.name);
    }
  }

  Expected<std::unique_ptr<TargetMachine>>
  createMachine(const Config &config, const Module &module) const override {
    std::string text = config.targetCpu;
    std::string features;
    if (text.empty())
      for (const Function &function : module)
        if (const Compiled compiled = compiledFor(function);
            function.hasKernelCallingConv() && !compiled.cpu.empty()) {
          text = compiled.cpu;
          features = join_items(",", compiled.xnack, compiled.sramecc);
          break;
        }
    if (text.empty())
      return createStringError("no processor: pass --target-cpu, such as "
                               "gfx90a; AMD GPUs have no common code");
    Expected<amdgpu::TargetID> id = amdgpu::parseTargetID(text);
    if (!id)
      return id.takeError();
    features = join_items(",", features, id->features, config.targetFeatures);
    if (Error err = checkProcessor(triple(), id->cpu, features))
      return err;
    return makeMachine(triple(), id->cpu, features, config.optLevel);
  }

  bool isProvided(StringRef /*symbol*/) const override { return false; }

  DebugLevel supportedDebug(DebugLevel wanted,
                            const TargetMachine & /*machine*/) const override {
    return wanted;
  }

  void lower(Module &module, Diagnostics &diag) const override {
    replaceFunctionAliases(module, diag);
    for (Function &function : module) {
      if (function.hasKernelCallingConv())
        function.setCallingConv(CallingConv::AMDGPU_KERNEL);
      // One image is for one processor; the machine says which.
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
    }
    // Nothing can take the place of these at load time, and calls and accesses
    // need no table then.
    for (GlobalValue &value : module.global_values())
      if (!value.isDeclaration() && value.hasExternalLinkage())
        value.setVisibility(GlobalValue::ProtectedVisibility);
  }

  void legalize(Module &module, Diagnostics &diag) const override {
    for (const Function &function : module)
      if (function.hasKernelCallingConv() &&
          !function.getReturnType()->isVoidTy())
        diag.error("", "a kernel cannot return a value: " + function.getName());
  }

  Expected<std::string>
  linkImage(ArrayRef<std::string> objects) const override {
    return linkElf(objects, {"-shared", "--no-undefined", "--hash-style=both"});
  }
};

} // namespace

std::unique_ptr<Target> createAMDGPUTarget(const Triple &triple) {
  return std::make_unique<TargetAMDGPU>(triple);
}

} // namespace llbc
