// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "codegen/Emit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/LTO/LTO.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetOptions.h"

using namespace llvm;

namespace llbc {

namespace {

struct Implementation {
  const DeviceFamily *family;
  std::unique_ptr<Target> (*create)(const Triple &triple);
};

} // namespace

Expected<std::unique_ptr<Target>> Target::create(const Triple &triple) {
  const DeviceFamily *family = familyOf(triple);
  if (!family || !family->makesImagesFor(triple))
    return createStringError("unsupported target '" + triple.str() + "'; use " +
                             listFamilies(", ", " or "));
  const Implementation implementations[] = {
#define LLBC_DEVICE(name) {&family##name(), create##name##Target},
#include "device/Devices.def"
  };
  return llvm::find_if(implementations,
                       [&](const Implementation &implementation) {
                         return implementation.family == family;
                       })
      ->create(triple);
}

void Target::prepareInputs(ArrayRef<NamedModule> /*modules*/,
                           ArrayRef<NamedObject> /*objects*/,
                           const Config & /*config*/,
                           Diagnostics & /*diag*/) const {}

Unlisted Target::unlisted(const Config &config) const {
  return config.unlisted;
}

std::vector<std::string> Target::runtimeRoutines() const {
  std::vector<std::string> routines;
  for (StringRef name : lto::LTO::getRuntimeLibcallSymbols(triple()))
    if (!isProvided(name))
      routines.push_back(name.str());
  return routines;
}

std::vector<std::string> Target::standIns(StringRef /*name*/,
                                          const Config & /*config*/) const {
  return {};
}

LinkedLibraries Target::linkLibraries(Module & /*module*/,
                                      const ImageSetting & /*setting*/,
                                      Diagnostics & /*diag*/) const {
  return {};
}

std::string Target::originHint(StringRef /*symbol*/,
                               bool /*isLibraryThere*/) const {
  return {};
}

std::string Target::emitText(Module &module, TargetMachine &machine,
                             const ImageSetting & /*setting*/,
                             function_ref<std::string()> /*remake*/,
                             Diagnostics &diag) const {
  Expected<std::string> text =
      emitCode(module, machine, CodeGenFileType::AssemblyFile);
  if (text)
    return std::move(*text);
  diag.error("", text.takeError());
  return {};
}

bool Target::canJoinTexts(const ImageSetting & /*setting*/) const {
  return false;
}

std::string Target::joinTexts(ArrayRef<PartText> /*parts*/,
                              const StringSet<> & /*shared*/,
                              Diagnostics & /*diag*/) const {
  return {};
}

std::vector<std::string> Target::elfArgs() const { return {}; }

std::vector<std::string> Target::elfLibraries() const { return {}; }

bool Target::providesLibrary(StringRef /*name*/) const { return false; }

Expected<std::optional<ElfObject>>
Target::startObject(ArrayRef<ElfObject> /*objects*/) const {
  return std::nullopt;
}

Error Target::prepareObjects(MutableArrayRef<ElfObject> /*objects*/,
                             ArrayRef<StringRef> /*kernels*/) const {
  return Error::success();
}

CodeGenOptLevel codeGenLevel(OptLevel level) {
  switch (level) {
  case OptLevel::O0:
    return CodeGenOptLevel::None;
  case OptLevel::O1:
    return CodeGenOptLevel::Less;
  case OptLevel::O3:
    return CodeGenOptLevel::Aggressive;
  case OptLevel::O2:
  case OptLevel::Os:
  case OptLevel::Oz:
    break;
  }
  return CodeGenOptLevel::Default;
}

Expected<std::unique_ptr<TargetMachine>> makeMachine(const Triple &triple,
                                                     StringRef cpu,
                                                     StringRef features,
                                                     OptLevel level) {
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);
  TargetOptions options;
  // lld and today's C libraries know no `.ctors`.
  options.UseInitArray = true;
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, cpu, features, options, Reloc::PIC_,
                                  std::nullopt, codeGenLevel(level)));
}

Error checkProcessor(const Triple &triple, StringRef cpu, StringRef features) {
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(error);
  std::unique_ptr<MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!info->isCPUStringValid(cpu)) {
    std::string known;
    for (const SubtargetSubTypeKV &processor :
         info->getAllProcessorDescriptions())
      known += (known.empty() ? "" : ", ") + std::string(processor.Key);
    return createStringError("unknown processor '" + cpu + "' for " +
                             triple.str() + "; use one of " + known);
  }
  for (StringRef feature : split(features, ',')) {
    if (feature.empty())
      continue;
    StringRef name = feature;
    if (!name.consume_front("+") && !name.consume_front("-"))
      return createStringError("target feature '" + feature +
                               "' must begin with + or -");
    if (llvm::none_of(
            info->getAllProcessorFeatures(),
            [&](const SubtargetFeatureKV &known) { return name == known.Key; }))
      return createStringError("unknown target feature '" + feature + "' for " +
                               triple.str());
  }
  return Error::success();
}

} // namespace llbc
