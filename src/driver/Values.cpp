// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values and checks that both dialects have.

#include "driver/Dialects.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"

using namespace llvm;
using namespace llvm::opt;

namespace llbc {

Error usageError(const Twine &what) { return createStringError(what.str()); }

Error checkArguments(const OptTable &table, const InputArgList &args,
                     unsigned unknownId, unsigned missingIndex,
                     unsigned missingCount) {
  if (missingCount)
    return usageError("option '" + Twine(args.getArgString(missingIndex)) +
                      "' needs a value");
  for (const Arg *arg : args.filtered(unknownId)) {
    StringRef spelling = args.getArgString(arg->getIndex());
    std::string nearest;
    constexpr unsigned farthest = 2;
    if (table.findNearest(spelling, nearest) <= farthest)
      return usageError("unknown option '" + spelling + "'; did you mean '" +
                        nearest + "'?");
    return usageError("unknown option '" + spelling + "'");
  }
  return Error::success();
}

Expected<OptLevel> parseOptLevel(StringRef option, StringRef value) {
  return parseChoice(option, value,
                     StringSwitch<std::optional<OptLevel>>(value)
                         .Case("0", OptLevel::O0)
                         .Case("1", OptLevel::O1)
                         .Case("2", OptLevel::O2)
                         .Case("3", OptLevel::O3)
                         .Case("s", OptLevel::Os)
                         .Case("z", OptLevel::Oz)
                         .Default(std::nullopt),
                     "0, 1, 2, 3, s or z");
}

Expected<unsigned> parseCodeObjectVersion(StringRef option, StringRef value) {
  return parseChoice(option, value,
                     StringSwitch<std::optional<unsigned>>(value)
                         .Case("4", 4)
                         .Case("5", 5)
                         .Case("6", 6)
                         .Default(std::nullopt),
                     "4, 5 or 6");
}

static Error fillSwitch(const InputArgList &args, unsigned flag,
                        unsigned flagWithValue, std::optional<bool> &setting) {
  const Arg *arg = args.getLastArg(flag, flagWithValue);
  if (!arg)
    return Error::success();
  StringRef value = arg->getNumValues() ? arg->getValue() : "true";
  Expected<bool> isOn = parseChoice(arg->getSpelling(), value,
                                    StringSwitch<std::optional<bool>>(value)
                                        .Case("true", true)
                                        .Case("false", false)
                                        .Default(std::nullopt),
                                    "true or false");
  if (!isOn)
    return isOn.takeError();
  setting = *isOn;
  return Error::success();
}

Error fillDeviceOptions(const InputArgList &args, const DeviceOptionIds &ids,
                        Config &config) {
  if (const Arg *arg = args.getLastArg(ids.deviceLibs)) {
    StringRef value = arg->getValue();
    Expected<bool> links = parseChoice(arg->getSpelling(), value,
                                       StringSwitch<std::optional<bool>>(value)
                                           .Case("auto", true)
                                           .Case("none", false)
                                           .Default(std::nullopt),
                                       "auto or none");
    if (!links)
      return links.takeError();
    config.linkDeviceLibs = *links;
  }
  config.libdevice = args.getLastArgValue(ids.libdevice).str();
  config.cudaPath = args.getLastArgValue(ids.cudaPath).str();
  config.rocmPath = args.getLastArgValue(ids.rocmPath).str();
  // One of the group that is named itself says more than the group.
  Arithmetic &arithmetic = config.arithmetic;
  arithmetic.useFastVariants = args.hasArg(ids.fastMathLibs);
  std::optional<bool> preciseSqrt = !arithmetic.useFastVariants;
  std::optional<bool> preciseDiv = !arithmetic.useFastVariants;
  if (arithmetic.useFastVariants)
    arithmetic.flushDenormals = true;
  if (Error err =
          fillSwitch(args, ids.ftz, ids.ftzValue, arithmetic.flushDenormals))
    return err;
  if (Error err =
          fillSwitch(args, ids.precSqrt, ids.precSqrtValue, preciseSqrt))
    return err;
  if (Error err = fillSwitch(args, ids.precDiv, ids.precDivValue, preciseDiv))
    return err;
  arithmetic.preciseSqrt = *preciseSqrt;
  arithmetic.preciseDiv = *preciseDiv;
  return Error::success();
}

namespace {

struct EmitSpelling {
  EmitKind kind;
  std::string_view text;
};

constexpr EmitSpelling emitSpellings[] = {
    {EmitKind::Asm, "asm"},          {EmitKind::Obj, "obj"},
    {EmitKind::Elf, "elf"},          {EmitKind::Cubin, "cubin"},
    {EmitKind::LlvmBc, "llvm-bc"},   {EmitKind::LlvmIr, "llvm-ir"},
    {EmitKind::Map, "map"},          {EmitKind::Bundle, "bundle"},
    {EmitKind::Fatbin, "fatbin"},    {EmitKind::HipBundle, "hip-bundle"},
    {EmitKind::HostObj, "host-obj"}, {EmitKind::HostBc, "host-bc"},
    {EmitKind::DepInfo, "dep-info"}};

} // namespace

std::string_view spellingOf(EmitKind kind) {
  const auto *found =
      llvm::find_if(emitSpellings, [&](const EmitSpelling &spelling) {
        return spelling.kind == kind;
      });
  return found->text;
}

std::optional<EmitKind> emitKindOf(StringRef spelling) {
  for (const EmitSpelling &known : emitSpellings)
    if (StringRef(known.text) == spelling)
      return known.kind;
  return std::nullopt;
}

std::string listEmitKinds() {
  std::string list;
  for (const EmitSpelling &spelling : emitSpellings) {
    if (&spelling != std::begin(emitSpellings))
      list += &spelling == std::end(emitSpellings) - 1 ? " or " : ", ";
    list += spelling.text;
  }
  return list;
}

Error checkConfig(const Config &config) {
  if (config.inputs.empty())
    return usageError("no input files");
  if (config.output.empty())
    return usageError("no output file; pass -o <file>");
  return Error::success();
}

} // namespace llbc
