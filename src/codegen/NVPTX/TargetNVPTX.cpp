// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Arithmetic.h"
#include "codegen/NVPTX/EmitPTX.h"
#include "codegen/NVPTX/JoinPTX.h"
#include "codegen/NVPTX/Libdevice.h"
#include "codegen/NVPTX/NVPTX.h"
#include "codegen/NVPTX/Processor.h"
#include "codegen/NVPTX/Requirements.h"
#include "codegen/Target.h"
#include "codegen/Unwinding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TargetSelect.h"

#include <mutex>

using namespace llvm;

namespace llbc {

namespace {

/// LLVM's own default, understood by every driver in use.
constexpr StringRef baselineCpu = "sm_30";

/// The newest processor that a kernel of \p module was compiled for; without
/// kernels, any function.
std::string newestCpu(const Module &module) {
  StringRef newest = baselineCpu;
  const bool hasKernels = llvm::any_of(module, [](const Function &function) {
    return function.hasKernelCallingConv();
  });
  for (const Function &function : module) {
    StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
    if (function.hasKernelCallingConv() == hasKernels &&
        nvptx::smVersion(cpu) > nvptx::smVersion(newest))
      newest = cpu;
  }
  return newest.str();
}

/// Reports what code generation would blame each function for.
void checkOddAddresses(const Module &module, const ImageSetting &setting,
                       const DefinitionReport &report) {
  const GlobalVariable *variable = nvptx::findOddAddress(module);
  if (!variable || setting.config.maxPTX >= nvptx::oddAddressIsa)
    return;
  const unsigned isa = nvptx::processorOf(setting.machine).isa;
  if (isa >= nvptx::oddAddressIsa)
    return;
  report.error(
      *variable,
      "an address that is not aligned in an initial value needs PTX ISA " +
          nvptx::isaName(nvptx::oddAddressIsa) + ", but the link is for " +
          nvptx::isaName(isa),
      {"note: allow it with --max-ptx=7.1, or ask for it with the target "
       "feature +ptx71"});
}

class TargetNVPTX : public Target {
public:
  explicit TargetNVPTX(const Triple &triple) : Target(triple) {
    static std::once_flag once;
    std::call_once(once, [] {
      LLVMInitializeNVPTXTargetInfo();
      LLVMInitializeNVPTXTarget();
      LLVMInitializeNVPTXTargetMC();
      LLVMInitializeNVPTXAsmPrinter();
    });
  }

  Expected<std::unique_ptr<TargetMachine>>
  createMachine(const Config &config, const Module &module) const override {
    const std::string cpu =
        config.targetCpu.empty() ? newestCpu(module) : config.targetCpu;
    if (Error err = checkProcessor(triple(), cpu, config.targetFeatures))
      return err;
    // LLVM would die of a contradiction.
    if (Error err = nvptx::checkIsa(triple(), cpu, config))
      return err;
    return makeMachine(triple(), cpu,
                       nvptx::featuresFor(module, triple(), cpu, config),
                       config.optLevel);
  }

  // CUDA C++ Programming Guide, "Formatted output", "Assertion", "Dynamic
  // global memory allocation": these need no library.
  bool isProvided(StringRef symbol) const override {
    static constexpr StringRef provided[] = {"vprintf", "malloc", "free",
                                             "__assertfail"};
    return llvm::is_contained(provided, symbol);
  }

  // PTX ISA, "Debugging directives": labels in sections need ISA 7.0.
  DebugLevel supportedDebug(DebugLevel wanted,
                            const TargetMachine &machine) const override {
    constexpr unsigned firstIsa = 70;
    if (wanted == DebugLevel::Lines || wanted == DebugLevel::Free)
      return DebugLevel::Directives;
    return wanted == DebugLevel::Full &&
                   nvptx::processorOf(machine).isa < firstIsa
               ? DebugLevel::Directives
               : wanted;
  }

  std::vector<std::string> standIns(StringRef name,
                                    const Config &config) const override {
    return nvptx::libdeviceStandIns(name, config);
  }

  LinkedLibraries linkLibraries(Module &module, const ImageSetting &setting,
                                Diagnostics &diag) const override {
    return nvptx::linkLibdevice(module, setting, diag);
  }

  std::string originHint(StringRef symbol, bool isLibraryThere) const override {
    return nvptx::libdeviceHint(symbol, isLibraryThere);
  }

  void lower(Module &module, const ImageSetting &setting,
             Diagnostics &diag) const override {
    applyDenormals(module, setting.config.arithmetic);
    dropUnwinding(module, [](const Constant &) { return true; });
    for (Function &function : module) {
      if (function.hasKernelCallingConv())
        function.setCallingConv(CallingConv::PTX_Kernel);
      // One program for one processor: what each crate was compiled for would
      // only keep functions from being inlined into each other.
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("target-features");
    }
    nvptx::replaceAliases(module, DefinitionReport(setting.origins, diag));
  }

  void legalize(Module &module, const ImageSetting &setting,
                Diagnostics &diag) const override {
    nvptx::relaxArithmetic(module, setting.config.arithmetic);
    nvptx::reportMissingLibdevice(module, setting, diag);
    const DefinitionReport report(setting.origins, diag);
    // LLVM makes aliases of the vtables that it puts side by side.
    nvptx::replaceAliases(module, report);
    nvptx::lowerThreadAtomics(module);
    nvptx::replaceSharedTables(module);
    nvptx::splitVectorOperations(
        module, nvptx::smVersion(setting.machine.getTargetCPU()));
    nvptx::reconcileLaunchBounds(module, report);
    // The checks look names up as the inputs spell them.
    nvptx::checkModule(
        module, [&] { return nvptx::processorOf(setting.machine); }, report);
    checkOddAddresses(module, setting, report);
    nvptx::widenOddStores(module);
    nvptx::legalizeSignatures(module);
    nvptx::flattenOddInitializers(module, report);
    nvptx::legalizeNames(module, report);
    nvptx::orderVariables(module);
  }

  std::string emitText(Module &module, TargetMachine &machine,
                       const ImageSetting &setting,
                       function_ref<std::string()> remake,
                       Diagnostics &diag) const override {
    std::string ptx = nvptx::emitPTX(module, machine, setting, remake, diag);
    nvptx::dropDebugLabels(ptx);
    return ptx;
  }

  // Debug sections are not joined, and a search for an ISA is for the whole.
  bool canJoinTexts(const ImageSetting &setting) const override {
    const DebugLevel debug = supportedDebug(
        setting.config.debug.value_or(DebugLevel::None), setting.machine);
    return debug != DebugLevel::Full && !setting.config.maxPTX;
  }

  std::string joinTexts(ArrayRef<PartText> parts, const StringSet<> &shared,
                        Diagnostics &diag) const override {
    std::string ptx = nvptx::joinPTX(parts, shared);
    if (!ptx.empty())
      diag.note(nvptx::describeRequirements(ptx));
    return ptx;
  }
};

} // namespace

std::unique_ptr<Target> createNVPTXTarget(const Triple &triple) {
  return std::make_unique<TargetNVPTX>(triple);
}

} // namespace llbc
