// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Checks.h"
#include "codegen/AMDGPU/DeviceLibs.h"
#include "codegen/AMDGPU/Features.h"
#include "codegen/AMDGPU/Objects.h"
#include "codegen/AMDGPU/SmallDivision.h"
#include "codegen/AMDGPU/TargetID.h"
#include "codegen/Arithmetic.h"
#include "codegen/Target.h"
#include "codegen/Unwinding.h"
#include "device/AMDGPUHeader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;

namespace llbc {
namespace {

using amdgpu::Compiled;

constexpr StringRef versionFlag = "amdhsa_code_object_version";

Compiled compiledFor(const Function &function) {
  Compiled result;
  result.cpu = function.getFnAttribute("target-cpu").getValueAsString();
  for (StringRef feature :
       split(function.getFnAttribute("target-features").getValueAsString(),
             ',')) {
    StringRef name = feature.drop_front(feature.empty() ? 0 : 1);
    if (name == "xnack")
      result.xnack = feature;
    if (name == "sramecc")
      result.sramecc = feature;
    if (feature.starts_with("+wavefrontsize"))
      result.wavefront = feature;
  }
  return result;
}

/// What the inputs, which agree, say together.
Compiled compiledFor(const Module &module) {
  Compiled result;
  for (const Function &function : module) {
    if (function.isDeclaration())
      continue;
    Compiled one = compiledFor(function);
    if (result.cpu.empty() && function.hasKernelCallingConv())
      result.cpu = std::move(one.cpu);
    if (result.xnack.empty())
      result.xnack = std::move(one.xnack);
    if (result.sramecc.empty())
      result.sramecc = std::move(one.sramecc);
    if (result.wavefront.empty())
      result.wavefront = std::move(one.wavefront);
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

  StringRef value() const { return accepted; }
  StringRef file() const { return firstFile; }

private:
  StringRef what;
  Diagnostics &diag;
  std::string accepted;
  std::string firstFile;
  StringSet<> reported;
};

/// One image is for one processor.
struct InputAgreement {
  explicit InputAgreement(Diagnostics &diag)
      : diag(diag), cpu("the processor", diag), xnack("xnack", diag),
        sramecc("sramecc", diag), wavefront("the wavefront size", diag),
        version(versionFlag, diag) {}

  void add(const Compiled &compiled, StringRef file) {
    cpu.add(compiled.cpu, file);
    xnack.add(compiled.xnack, file);
    sramecc.add(compiled.sramecc, file);
    wavefront.add(compiled.wavefront, file);
  }

  void addModule(const NamedModule &input, std::optional<unsigned> asked) {
    for (const GlobalValue *value : input.live)
      if (const auto *function = dyn_cast<Function>(value))
        add(compiledFor(*function), input.name);
    if (asked)
      input.module->setModuleFlag(Module::Error, versionFlag, *asked * 100);
    if (const auto *value = mdconst::extract_or_null<ConstantInt>(
            input.module->getModuleFlag(versionFlag)))
      version.add(std::to_string(value->getZExtValue()), input.name);
  }

  /// LLVM would end the process for a version that it does not make.
  void checkVersion() const {
    static constexpr StringRef known[] = {"", "400", "500", "600"};
    if (!llvm::is_contained(known, version.value()))
      diag.error(version.file(),
                 "code object version " + version.value().drop_back(2) +
                     " is not supported, only 4, 5 and 6",
                 {"note: --code-object-version decides instead of the inputs"});
  }

  /// Tells \p input what all say together, where it does not say it itself.
  void apply(const NamedModule &input) const {
    unsigned number = 0;
    if (!version.value().getAsInteger(10, number))
      input.module->setModuleFlag(Module::Error, versionFlag, number);
    for (GlobalValue *value : input.live) {
      auto *function = dyn_cast<Function>(value);
      if (!function)
        continue;
      const Compiled compiled = compiledFor(*function);
      if (compiled.cpu.empty() && !cpu.value().empty())
        function->addFnAttr("target-cpu", cpu.value());
      std::string features =
          function->getFnAttribute("target-features").getValueAsString().str();
      for (StringRef setting :
           {compiled.xnack.empty() ? xnack.value() : "",
            compiled.sramecc.empty() ? sramecc.value() : ""})
        if (!setting.empty())
          features += (features.empty() ? "" : ",") + setting.str();
      function->addFnAttr("target-features", features);
    }
  }

  Diagnostics &diag;
  Agreement cpu;
  Agreement xnack;
  Agreement sramecc;
  Agreement wavefront;
  Agreement version;
};

/// Code that is made already must be for the processor that is asked for.
void checkObject(const Compiled &compiled, StringRef name, const Config &config,
                 Diagnostics &diag) {
  Expected<amdgpu::TargetID> id = amdgpu::parseTargetID(config.targetCpu);
  if (!id)
    return consumeError(id.takeError());
  const std::string wanted = id->features + "," + config.targetFeatures;
  auto contradicts = [&](StringRef setting) {
    return !setting.empty() &&
           llvm::is_contained(
               split(wanted, ','),
               ((setting.starts_with("+") ? "-" : "+") + setting.drop_front())
                   .str());
  };
  if (compiled.cpu != id->cpu || contradicts(compiled.xnack) ||
      contradicts(compiled.sramecc))
    diag.error(name, "is for the processor " + compiled.cpu + compiled.xnack +
                         compiled.sramecc + ", but the link is for " +
                         config.targetCpu);
}

/// AMDGPUUsage, "!fpmath": the errors in ulp that hipcc allows for
/// -fno-hip-fp32-correctly-rounded-divide-sqrt.
void relaxArithmetic(Module &module, const Arithmetic &arithmetic) {
  constexpr float divisionError = 2.5F;
  constexpr float sqrtError = 3.0F;
  MDBuilder metadata(module.getContext());
  for (Instruction *operation : findInexactOperations(module, arithmetic))
    if (!operation->hasMetadata(LLVMContext::MD_fpmath))
      operation->setMetadata(
          LLVMContext::MD_fpmath,
          metadata.createFPMath(operation->getOpcode() == Instruction::FDiv
                                    ? divisionError
                                    : sqrtError));
}

class TargetAMDGPU : public Target {
public:
  explicit TargetAMDGPU(const Triple &triple) : Target(triple) {
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeAMDGPUTargetInfo();
      LLVMInitializeAMDGPUTarget();
      LLVMInitializeAMDGPUTargetMC();
      LLVMInitializeAMDGPUAsmPrinter();
      LLVMInitializeAMDGPUAsmParser();
    });
  }

  void prepareInputs(ArrayRef<NamedModule> modules,
                     ArrayRef<NamedObject> objects, const Config &config,
                     Diagnostics &diag) const override {
    InputAgreement agreement(diag);
    for (const NamedModule &input : modules)
      agreement.addModule(input, config.codeObjectVersion);
    for (const NamedObject &object : objects) {
      Expected<std::unique_ptr<object::ObjectFile>> file =
          object::ObjectFile::createELFObjectFile(object.bytes);
      if (!file)
        return diag.error(object.name, file.takeError());
      const Compiled compiled =
          amdgpu::compiledFor(cast<object::ELFObjectFileBase>(**file));
      agreement.add(compiled, object.name);
      agreement.version.add(compiled.version, object.name);
      checkObject(compiled, object.name, config, diag);
    }
    if (!modules.empty())
      agreement.checkVersion();
    for (const NamedModule &input : modules)
      agreement.apply(input);
  }

  Expected<std::unique_ptr<TargetMachine>>
  createMachine(const Config &config, const Module &module) const override {
    const Compiled compiled = compiledFor(module);
    StringRef text = config.targetCpu.empty() ? compiled.cpu : config.targetCpu;
    if (text.empty())
      return createStringError(
          "no processor: pass " + StringRef(config.spelling.targetCpu) +
          "gfx90a or another one; AMD GPUs have no common code");
    Expected<amdgpu::TargetID> id = amdgpu::parseTargetID(text);
    if (!id)
      return id.takeError();
    std::vector<std::string> features;
    // The later one wins: what the command line leaves open, the inputs say.
    for (StringRef setting : {compiled.xnack, compiled.sramecc})
      if (amdgpu::hasSetting(id->cpu, setting.drop_front(!setting.empty())))
        features.push_back(setting.str());
    if (!StringRef(config.targetFeatures).contains("wavefrontsize"))
      features.push_back(compiled.wavefront);
    features.push_back(id->features);
    for (StringRef feature : split(config.targetFeatures, ',')) {
      StringRef name = feature.drop_front(!feature.empty());
      if (!name.empty() &&
          StringRef("," + id->features + ",")
              .contains(((feature.starts_with("+") ? "-" : "+") + name).str()))
        return createStringError("--target-cpu and --target-feature contradict "
                                 "each other about '" +
                                 name + "'");
      if ((name == "xnack" || name == "sramecc") &&
          !amdgpu::hasSetting(id->cpu, name))
        return createStringError("processor '" + id->cpu +
                                 "' has no setting '" + name +
                                 "', which --target-feature gives");
      features.push_back(feature.str());
    }
    llvm::erase(features, "");
    const std::string all = join(features, ",");
    if (Error err = checkProcessor(triple(), id->cpu, all))
      return err;
    Expected<std::unique_ptr<TargetMachine>> machine =
        makeMachine(triple(), id->cpu, all, config.optLevel);
    // As ld.lld does. In a section that others fill as well, module assembly of
    // an odd size leaves LLVM aligning the next kernel for ever.
    if (machine)
      (*machine)->Options.FunctionSections = (*machine)->Options.DataSections =
          true;
    return machine;
  }

  bool isProvided(StringRef symbol) const override {
    return isLinkerDefined(symbol);
  }

  DebugLevel supportedDebug(DebugLevel wanted,
                            const TargetMachine & /*machine*/) const override {
    return wanted == DebugLevel::Free ? DebugLevel::Full : wanted;
  }

  std::vector<std::string> standIns(StringRef name,
                                    const Config &config) const override {
    return amdgpu::deviceLibStandIns(name, config);
  }

  LinkedLibraries linkLibraries(Module &module, const ImageSetting &setting,
                                Diagnostics &diag) const override {
    return amdgpu::linkDeviceLibs(module, setting, diag);
  }

  void lower(Module &module, const ImageSetting &setting,
             Diagnostics &diag) const override {
    applyDenormals(module, setting.config.arithmetic);
    dropUnwinding(module, [](const Constant &) { return true; });
    const DefinitionReport report(setting.origins, diag);
    replaceFunctionAliases(module, report);
    for (const GlobalIFunc &ifunc : module.ifuncs())
      report.error(ifunc, "AMD GPUs have no indirect functions (ifunc)");
    for (Function &function : module)
      if (function.hasKernelCallingConv())
        function.setCallingConv(CallingConv::AMDGPU_KERNEL);
    amdgpu::moveToProcessor(module, setting.machine,
                            setting.config.targetFeatures);
    // Nothing can take the place of these at load time, and calls and accesses
    // need no table then.
    for (GlobalValue &value : module.global_values())
      if (!value.isDeclaration() &&
          (value.hasExternalLinkage() || value.hasWeakLinkage()) &&
          value.hasDefaultVisibility())
        value.setVisibility(GlobalValue::ProtectedVisibility);
  }

  void legalize(Module &module, const ImageSetting &setting,
                Diagnostics &diag) const override {
    relaxArithmetic(module, setting.config.arithmetic);
    amdgpu::reportMissingDeviceLibs(module, setting, diag);
    const DefinitionReport report(setting.origins, diag);
    amdgpu::checkModule(module, report);
    amdgpu::widenSmallDivisions(module, setting.machine.getOptLevel());
    for (Function &function : module) {
      if (!function.hasKernelCallingConv())
        continue;
      if (!function.getReturnType()->isVoidTy())
        report.error(function, "a kernel cannot return a value");
      // They would show in the metadata, but are there only for some outputs.
      for (Argument &argument : function.args())
        argument.setName("");
    }
  }

  std::string originHint(StringRef symbol, bool isLibraryThere) const override {
    return amdgpu::deviceLibHint(symbol, isLibraryThere);
  }

  std::vector<std::string> elfArgs() const override {
    return {"-shared", "--hash-style=both"};
  }

  Error prepareObjects(MutableArrayRef<ElfObject> objects,
                       ArrayRef<StringRef> kernels) const override {
    return amdgpu::prepareObjects(objects, kernels);
  }
};

} // namespace

std::unique_ptr<Target> createAMDGPUTarget(const Triple &triple) {
  return std::make_unique<TargetAMDGPU>(triple);
}

} // namespace llbc
