// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <dlfcn.h>

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

/// LLVM's offload runtime runs a shared library as its host device. The
/// exported functions are the kernels.
class TargetX86 : public Target {
public:
  explicit TargetX86(const Triple &triple) : Target(triple) {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
  }

  EmitKind imageKind() const override { return EmitKind::Elf; }

  // Whoever lists symbols means those; else it is like any shared library.
  Unlisted unlisted(const Config &config) const override {
    return config.exportSymbols.empty() && config.exportFiles.empty()
               ? Unlisted::Visible
               : Unlisted::Hidden;
  }

  Expected<std::unique_ptr<TargetMachine>>
  createMachine(const Config &config,
                const Module & /*module*/) const override {
    std::string cpu = config.targetCpu;
    std::string features = config.targetFeatures;
    if (cpu.empty())
      cpu = "x86-64";
    if (cpu == "native") {
      cpu = sys::getHostCPUName();
      features = join_items(",", hostFeatures(), features);
    }
    if (Error err = checkProcessor(triple(), cpu, features))
      return err;
    return makeMachine(triple(), cpu, features, config.optLevel);
  }

  bool exportsAreKernels() const override { return true; }

  // The process that loads the image has a C library.
  bool isSelfContained() const override { return false; }
  bool isProvided(StringRef symbol) const override {
    static constexpr StringRef linkers[] = {"_GLOBAL_OFFSET_TABLE_", "_DYNAMIC",
                                            "__ehdr_start", "__dso_handle"};
    if (isSectionBoundary(symbol) || llvm::is_contained(linkers, symbol))
      return true;
    // This process has the same one.
    if (dlsym(RTLD_DEFAULT, symbol.str().c_str()))
      return true;
    static const TargetLibraryInfoImpl library(triple());
    LibFunc function;
    return library.getLibFunc(symbol, function);
  }

  DebugLevel supportedDebug(DebugLevel wanted,
                            const TargetMachine & /*machine*/) const override {
    return wanted == DebugLevel::Free ? DebugLevel::Full : wanted;
  }

  void lower(Module &module, const ImageSetting & /*setting*/,
             Diagnostics & /*diag*/) const override {
    for (Function &function : module) {
      // A host has one convention for what others call.
      if (function.hasKernelCallingConv())
        function.setCallingConv(CallingConv::C);
      function.removeFnAttr("target-cpu");
      function.removeFnAttr("tune-cpu");
      function.removeFnAttr("target-features");
    }
    for (GlobalValue &value : module.global_values())
      if (!value.isDeclaration() && value.hasExternalLinkage() &&
          value.hasDefaultVisibility())
        value.setDSOLocal(true);
  }

  void legalize(Module & /*module*/, const ImageSetting & /*setting*/,
                Diagnostics & /*diag*/) const override {}

  std::vector<std::string> elfArgs() const override {
    return {"-shared", "-Bsymbolic"};
  }
};

} // namespace

std::unique_ptr<Target> createX86Target(const Triple &triple) {
  return std::make_unique<TargetX86>(triple);
}

} // namespace llbc
