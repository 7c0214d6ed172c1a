// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/DeviceLibs.h"

#include "codegen/Arithmetic.h"
#include "codegen/MathLink.h"
#include "support/Toolkits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;

namespace llbc::amdgpu {
namespace {

/// A library: its file, and how its functions' names begin.
struct Library {
  StringLiteral file;
  StringLiteral prefix;
};
constexpr Library libraries[] = {{"ocml.bc", "__ocml_"},
                                 {"ockl.bc", "__ockl_"}};

/// The control constants.
constexpr StringLiteral controls[] = {"__oclc_ABI_version",
                                      "__oclc_ISA_version",
                                      "__oclc_correctly_rounded_sqrt32",
                                      "__oclc_daz_opt",
                                      "__oclc_finite_only_opt",
                                      "__oclc_unsafe_math_opt",
                                      "__oclc_wavefrontsize64"};

constexpr MathNames names = {"AMD GPUs", "ROCm's device libraries"};

class Ocml : public MathLibrary {
public:
  std::string symbol(StringRef function, bool isFloat,
                     bool fast) const override {
    if (function == "jn" || function == "yn")
      return {};
    static constexpr StringRef nativeOnes[] = {"cos", "exp",   "exp10", "exp2",
                                               "log", "log10", "log2",  "sin"};
    const bool isNative =
        fast && isFloat && llvm::is_contained(nativeOnes, function);
    return (libraries[0].prefix + (isNative ? "native_" : "") +
            (function == "powi" ? "pown" : function) +
            (isFloat ? "_f32" : "_f64"))
        .str();
  }

  unsigned resultAddressSpace() const override {
    constexpr unsigned privateAddressSpace = 5;
    return privateAddressSpace;
  }
  bool returnsFirstResult() const override { return true; }

  MathSupport support(StringRef function, const Type &type,
                      bool approximate) const override {
    static constexpr StringRef exactOnes[] = {"exp", "exp10", "exp2",
                                              "log", "log10", "log2"};
    static constexpr StringRef approximateOnes[] = {"cos", "pow", "powi", "sin",
                                                    "sincos"};
    static constexpr StringRef roundingOnes[] = {"fmod", "llrint", "llround",
                                                 "lrint", "lround"};
    if (llvm::is_contained(roundingOnes, function))
      return type.isBFloatTy() ? MathSupport::None : MathSupport::Exact;
    if (type.isDoubleTy())
      return MathSupport::None;
    if (llvm::is_contained(exactOnes, function))
      return MathSupport::Exact;
    if (llvm::is_contained(approximateOnes, function))
      return approximate ? MathSupport::Exact : MathSupport::Inexact;
    return MathSupport::None;
  }
};

std::string findLibraries(const Config &config, std::string &missing) {
  const std::vector<std::string> folders = rocmLibraryFolders(config);
  for (const std::string &folder : folders)
    if (sys::fs::exists(folder + "/" + libraries[0].file))
      return folder;
  missing = "note: ROCm's device libraries were not found; looked for " +
            libraries[0].file.str() + " in " + join(folders, ", ") +
            "; pass --rocm-path <folder>";
  return {};
}

bool usesLibrary(const Module &module, const Library &library) {
  return llvm::any_of(module, [&](const Function &function) {
    return function.isDeclaration() && !function.use_empty() &&
           function.getName().starts_with(library.prefix);
  });
}

unsigned isaVersion(StringRef cpu) {
  const AMDGPU::IsaVersion version = AMDGPU::getIsaVersion(cpu);
  constexpr unsigned majorFactor = 1000;
  constexpr unsigned minorFactor = 100;
  return version.Major * majorFactor + version.Minor * minorFactor +
         version.Stepping;
}

unsigned abiVersion(const Module &module) {
  constexpr unsigned llvmsDefault = 600;
  const auto *flag = mdconst::extract_or_null<ConstantInt>(
      module.getModuleFlag("amdhsa_code_object_version"));
  return flag ? static_cast<unsigned>(flag->getZExtValue()) : llvmsDefault;
}

/// Gives the constants that \p module declares their values.
void defineControls(Module &module, const ImageSetting &setting) {
  const Arithmetic &arithmetic = setting.config.arithmetic;
  const TargetMachine &machine = setting.machine;
  const bool isWave64 =
      machine.getMCSubtargetInfo()->checkFeatures("+wavefrontsize64");
  const unsigned values[] = {abiVersion(module),
                             isaVersion(machine.getTargetCPU()),
                             arithmetic.preciseSqrt,
                             flushesDenormals(module, arithmetic),
                             arithmetic.useFastVariants,
                             arithmetic.useFastVariants,
                             isWave64};
  for (const auto &[name, value] : zip_equal(controls, values)) {
    GlobalVariable *control = module.getNamedGlobal(name);
    if (!control || !control->isDeclaration() ||
        !control->getValueType()->isIntegerTy())
      continue;
    control->setInitializer(ConstantInt::get(control->getValueType(), value));
    control->setConstant(true);
    control->setLinkage(GlobalValue::InternalLinkage);
    control->setVisibility(GlobalValue::DefaultVisibility);
  }
}

} // namespace

std::vector<std::string> deviceLibStandIns(StringRef name,
                                           const Config &config) {
  if (!config.linkDeviceLibs)
    return {};
  std::vector<std::string> symbols =
      mathSymbols(name, Ocml(), config.arithmetic.useFastVariants);
  if (!symbols.empty() || !deviceLibHint(name, /*isLibraryThere=*/true).empty())
    symbols.insert(symbols.end(), std::begin(controls), std::end(controls));
  return symbols;
}

LinkedLibraries linkDeviceLibs(Module &module, const ImageSetting &setting,
                               Diagnostics &diag) {
  const Config &config = setting.config;
  const Ocml ocml;
  LinkedLibraries linked;
  if (!config.linkDeviceLibs) {
    linked.missing = "note: --device-libs=none keeps ROCm's device libraries "
                     "out";
    mapMath(module, ocml, /*undefined=*/{}, /*isThere=*/false, /*fast=*/false);
    return linked;
  }
  MathLink link(module, ocml, setting, diag);
  const bool isNeeded = link.needsLibrary() ||
                        llvm::any_of(libraries, [&](const Library &library) {
                          return usesLibrary(module, library);
                        });
  std::string folder;
  if (isNeeded || link.hasFallbacks())
    folder = findLibraries(config, linked.missing);
  if (!isNeeded)
    linked.missing.clear();
  link.map(/*isThere=*/!folder.empty());
  if (!folder.empty())
    for (const Library &library : libraries)
      if (usesLibrary(module, library))
        link.take((folder + "/" + library.file).str(), linked);
  defineControls(module, setting);
  linked.undefined = link.undefinedIn(folder);
  if (flushesDenormals(module, config.arithmetic))
    flushDenormals(module);
  return linked;
}

std::string deviceLibHint(StringRef symbol, bool isLibraryThere) {
  return mathHint(symbol, isLibraryThere, Ocml(),
                  {libraries[0].prefix, libraries[1].prefix}, names);
}

void reportMissingDeviceLibs(const Module &module, const ImageSetting &setting,
                             Diagnostics &diag) {
  reportUnmappedMath(module, Ocml(), setting, names, diag);
}

} // namespace llbc::amdgpu
