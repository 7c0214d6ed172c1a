// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Libdevice.h"

#include "codegen/Arithmetic.h"
#include "codegen/MathLink.h"
#include "codegen/NVPTX/NVPTX.h"
#include "codegen/NVPTX/Processor.h"
#include "support/Toolkits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

constexpr StringRef prefix = "__nv_";
constexpr MathNames names = {"PTX", "libdevice"};

class Libdevice : public MathLibrary {
public:
  explicit Libdevice(bool hasTanh) : hasTanh(hasTanh) {}

  std::string symbol(StringRef function, bool isFloat,
                     bool fast) const override {
    static constexpr StringRef missing[] = {"lgamma_r"};
    if (llvm::is_contained(missing, function))
      return {};
    static constexpr StringRef fastOnes[] = {"cos",    "exp",  "exp10", "log",
                                             "log10",  "log2", "pow",   "sin",
                                             "sincos", "tan"};
    const bool isFast =
        fast && isFloat && llvm::is_contained(fastOnes, function);
    return (prefix + (isFast ? "fast_" : "") + function + (isFloat ? "f" : ""))
        .str();
  }

  unsigned resultAddressSpace() const override { return 0; }
  bool returnsFirstResult() const override { return false; }

  MathSupport support(StringRef function, const Type &type,
                      bool approximate) const override {
    const bool isSmall = !type.isDoubleTy();
    // ex2.approx is what libdevice uses.
    if (isSmall && function == "exp2")
      return MathSupport::Exact;
    // PTX ISA, "Floating-Point Instructions".
    if (isSmall && approximate &&
        (function == "sin" || function == "cos" ||
         (function == "tanh" && hasTanh)))
      return MathSupport::Exact;
    // x - trunc(x / y) * y, which is off for large quotients.
    if (function == "fmod")
      return approximate ? MathSupport::Exact : MathSupport::Inexact;
    return MathSupport::None;
  }

private:
  bool hasTanh; ///< `tanh.approx.f32`.
};

/// PTX ISA, "tanh": from sm_75 and ISA 7.0 on, the default ISA of sm_80.
bool hasTanh(const TargetMachine &machine) {
  constexpr unsigned firstSm = 75;
  constexpr unsigned firstSmByDefault = 80;
  constexpr unsigned firstIsa = 70;
  const unsigned sm = smVersion(machine.getTargetCPU());
  return sm >= firstSmByDefault ||
         (sm >= firstSm &&
          requestedIsa(machine.getTargetTriple(),
                       machine.getTargetFeatureString()) >= firstIsa);
}

std::string findLibdevice(const Config &config, std::string &missing) {
  if (!config.libdevice.empty())
    return config.libdevice;
  std::vector<std::string> places;
  for (const std::string &toolkit : cudaToolkits(config)) {
    places.push_back(toolkit + "/nvvm/libdevice/libdevice.10.bc");
    if (sys::fs::exists(places.back()))
      return places.back();
  }
  missing = "note: libdevice was not found; looked for " + join(places, ", ") +
            "; pass --cuda-path <toolkit> or --libdevice <file>";
  return {};
}

bool usesLibdevice(const Module &module) {
  return llvm::any_of(module, [](const Function &function) {
    return function.isDeclaration() && !function.use_empty() &&
           function.getName().starts_with(prefix);
  });
}

/// clang says it in a flag of the module.
bool wantsFlushing(const Module &module, const Arithmetic &arithmetic) {
  const auto *flag = mdconst::extract_or_null<ConstantInt>(
      module.getModuleFlag("nvvm-reflect-ftz"));
  return !arithmetic.flushDenormals && flag
             ? !flag->isZero()
             : flushesDenormals(module, arithmetic);
}

} // namespace

std::vector<std::string> libdeviceStandIns(StringRef name,
                                           const Config &config) {
  return config.linkDeviceLibs ? mathSymbols(name, Libdevice(/*hasTanh=*/false),
                                             config.arithmetic.useFastVariants)
                               : std::vector<std::string>();
}

LinkedLibraries linkLibdevice(Module &module, const ImageSetting &setting,
                              Diagnostics &diag) {
  const Config &config = setting.config;
  const unsigned sm = smVersion(setting.machine.getTargetCPU());
  const Libdevice library(hasTanh(setting.machine));
  const bool flushes = wantsFlushing(module, config.arithmetic);
  LinkedLibraries linked;
  if (config.linkDeviceLibs) {
    MathLink link(module, library, setting, diag);
    const bool isNeeded = link.needsLibrary() || usesLibdevice(module);
    std::string path;
    if (isNeeded || link.hasFallbacks())
      path = findLibdevice(config, linked.missing);
    if (!isNeeded)
      linked.missing.clear();
    link.map(/*isThere=*/!path.empty());
    if (!path.empty() && usesLibdevice(module))
      link.take(path, linked);
    linked.undefined = link.undefinedIn(path);
  } else {
    linked.missing = "note: --device-libs=none keeps libdevice out";
    mapMath(module, library, /*undefined=*/{}, /*isThere=*/false,
            /*fast=*/false);
  }
  if (flushes)
    flushDenormals(module);
  foldReflection(module, {sm, flushes, config.arithmetic.preciseSqrt,
                          config.arithmetic.preciseDiv});
  return linked;
}

std::string libdeviceHint(StringRef symbol, bool isLibraryThere) {
  return mathHint(symbol, isLibraryThere, Libdevice(/*hasTanh=*/false),
                  {prefix}, names);
}

void reportMissingLibdevice(const Module &module, const ImageSetting &setting,
                            Diagnostics &diag) {
  reportUnmappedMath(module, Libdevice(hasTanh(setting.machine)), setting,
                     names, diag);
}

} // namespace llbc::nvptx
