// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of rustc's `llbc` flavour.

#include "driver/Dialects.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace llbc {
namespace {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "Options.inc"
#undef OPTION
};

class LlbcOptTable : public GenericOptTable {
public:
  LlbcOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

Error checkRepeats(const InputArgList &args) {
  if (args.getAllArgValues(OPT_target).size() > 1)
    return usageError("option '--target' was given more than once");
  return Error::success();
}

/// rustc passes --debug for every build, so alone it is no wish for more than
/// costs no speed (docs/architecture.md, "Debug information").
DebugLevel defaultDebugLevel(OptLevel optLevel) {
  return optLevel == OptLevel::O0 ? DebugLevel::Full : DebugLevel::Free;
}

Expected<DebugLevel> parseDebugLevel(const Arg &arg, OptLevel optLevel) {
  if (arg.getOption().matches(OPT_strip_debug))
    return DebugLevel::None;
  if (arg.getOption().matches(OPT_debug))
    return defaultDebugLevel(optLevel);
  StringRef value = arg.getValue();
  return parseChoice(arg.getSpelling(), value,
                     StringSwitch<std::optional<DebugLevel>>(value)
                         .Case("none", DebugLevel::None)
                         .Case("lines", DebugLevel::Lines)
                         .Case("full", DebugLevel::Full)
                         .Default(std::nullopt),
                     "none, lines or full");
}

Error parseEmissions(const Arg &arg, std::vector<Emission> &emissions) {
  for (StringRef item : split(arg.getValue(), ',')) {
    auto [kindName, path] = item.split('=');
    Expected<EmitKind> kind = parseChoice(
        arg.getSpelling(), kindName, emitKindOf(kindName), listEmitKinds());
    if (!kind)
      return kind.takeError();
    if (item.contains('=') && path.empty())
      return usageError("option '--emit': '" + item + "' names no file");
    for (const Emission &other : emissions)
      if (other.kind == *kind)
        return usageError("option '--emit': '" + kindName +
                          "' was given more than once");
    emissions.push_back({*kind, path.str()});
  }
  return Error::success();
}

/// Inputs in order, each with the state that precedes it.
void collectInputs(const InputArgList &args, Config &config) {
  bool wholeArchive = false;
  for (const Arg *arg : args) {
    switch (arg->getOption().getID()) {
    case OPT_whole_archive:
      wholeArchive = true;
      break;
    case OPT_no_whole_archive:
      wholeArchive = false;
      break;
    case OPT_INPUT:
    case OPT_dash_dash:
      for (const char *value : arg->getValues())
        config.inputs.push_back({InputArg::Kind::File, value, wholeArchive});
      break;
    case OPT_l:
      config.inputs.push_back(
          {InputArg::Kind::Library, arg->getValue(), wholeArchive});
      break;
    default:
      break;
    }
  }
}

/// "7.8" or LLVM's spelling "78", as 78.
Expected<unsigned> parsePTXVersion(const Arg &arg) {
  StringRef value = arg.getValue();
  const auto [majorText, minorText] = value.split('.');
  unsigned major = 0;
  unsigned minor = 0;
  constexpr unsigned base = 10;
  std::optional<unsigned> version;
  if (!value.contains('.') && !value.getAsInteger(base, major) && major >= base)
    version = major;
  else if (!majorText.getAsInteger(base, major) && major != 0 &&
           !minorText.getAsInteger(base, minor) && minor < base)
    version = major * base + minor;
  return parseChoice(arg.getSpelling(), value, version,
                     "a version of the PTX ISA, such as 7.8");
}

Expected<OffloadKind> parseOffloadKind(const Arg &arg) {
  StringRef value = arg.getValue();
  return parseChoice(arg.getSpelling(), value,
                     StringSwitch<std::optional<OffloadKind>>(value)
                         .Case("openmp", OffloadKind::OpenMP)
                         .Case("cuda", OffloadKind::Cuda)
                         .Case("hip", OffloadKind::Hip)
                         .Case("raw", OffloadKind::Raw)
                         .Default(std::nullopt),
                     "openmp, cuda, hip or raw");
}

/// rustc passes one list of features; a user adds another to it. What stands
/// before --offload-arch is for another processor: rustc's own.
void fillProcessor(const InputArgList &args, Config &config) {
  std::vector<std::string> features;
  for (const Arg *arg : args) {
    switch (arg->getOption().getID()) {
    case OPT_target_cpu:
      config.targetCpu = arg->getValue();
      break;
    case OPT_target_feature:
      features.emplace_back(arg->getValue());
      break;
    case OPT_offload_arch:
      config.targetCpu.clear();
      features.clear();
      break;
    default:
      break;
    }
  }
  config.targetFeatures = join(features, ",");
}

/// What images are made and how they are packaged.
Error fillOffload(const InputArgList &args, Config &config) {
  for (const std::string &list : args.getAllArgValues(OPT_offload_arch))
    for (StringRef arch : split(list, ',')) {
      if (arch.empty())
        return usageError("option '--offload-arch' names an empty processor");
      if (llvm::is_contained(config.offloadArchs, arch))
        return usageError("option '--offload-arch' names '" + arch +
                          "' more than once");
      config.offloadArchs.push_back(arch.str());
    }
  if (const Arg *arg = args.getLastArg(OPT_offload_kind)) {
    Expected<OffloadKind> kind = parseOffloadKind(*arg);
    if (!kind)
      return kind.takeError();
    config.offloadKind = *kind;
  }
  if (const Arg *arg = args.getLastArg(OPT_openmp_kernels)) {
    StringRef value = arg->getValue();
    Expected<bool> adapt = parseChoice(arg->getSpelling(), value,
                                       StringSwitch<std::optional<bool>>(value)
                                           .Case("keep", false)
                                           .Case("adapt", true)
                                           .Default(std::nullopt),
                                       "keep or adapt");
    if (!adapt)
      return adapt.takeError();
    config.adaptOpenMPKernels = *adapt;
  }
  if (const Arg *arg = args.getLastArg(OPT_threads))
    if (StringRef(arg->getValue()).getAsInteger(10, config.threads) ||
        config.threads == 0)
      return usageError("bad value '" + Twine(arg->getValue()) +
                        "' for option '--threads'; use a number from 1");
  config.cacheDir = args.getLastArgValue(OPT_cache_dir).str();
  config.cachePolicy = args.getLastArgValue(OPT_cache_policy).str();
  if (const Arg *arg = args.getLastArg(OPT_partition_size))
    if (StringRef(arg->getValue()).getAsInteger(10, config.partitionSize))
      return usageError("bad value '" + Twine(arg->getValue()) +
                        "' for option '--partition-size'; use a number");
  config.hostTriple =
      args.getLastArgValue(OPT_host_target, config.hostTriple).str();
  config.imageArch = args.getLastArgValue(OPT_image_arch).str();
  config.ptxas = args.getLastArgValue(OPT_ptxas).str();
  if (args.hasArg(OPT_host_bc) &&
      llvm::none_of(config.emissions, [](const Emission &emission) {
        return emission.kind == EmitKind::HostBc;
      }))
    config.emissions.push_back({EmitKind::HostBc, {}});
  return Error::success();
}

Error fillConfig(const InputArgList &args, Config &config) {
  config.targetTriple = args.getLastArgValue(OPT_target).str();
  fillProcessor(args, config);
  if (const Arg *arg = args.getLastArg(OPT_code_object_version)) {
    Expected<unsigned> version =
        parseCodeObjectVersion(arg->getSpelling(), arg->getValue());
    if (!version)
      return version.takeError();
    config.codeObjectVersion = *version;
  }
  if (const Arg *arg = args.getLastArg(OPT_O)) {
    Expected<OptLevel> level =
        parseOptLevel(arg->getSpelling(), arg->getValue());
    if (!level)
      return level.takeError();
    config.optLevel = *level;
  }
  if (const Arg *arg =
          args.getLastArg(OPT_debug, OPT_debug_eq, OPT_strip_debug)) {
    Expected<DebugLevel> level = parseDebugLevel(*arg, config.optLevel);
    if (!level)
      return level.takeError();
    config.debug = *level;
  }
  constexpr DeviceOptionIds ids = LLBC_DEVICE_OPTION_IDS(OPT_);
  if (Error err = fillDeviceOptions(args, ids, config))
    return err;
  if (const Arg *arg = args.getLastArg(OPT_max_ptx)) {
    Expected<unsigned> version = parsePTXVersion(*arg);
    if (!version)
      return version.takeError();
    config.maxPTX = *version;
  }
  config.verifyPTX = args.hasArg(OPT_verify);
  config.fatalWarnings =
      args.hasFlag(OPT_fatal_warnings, OPT_no_fatal_warnings, false);
  for (const Arg *arg : args.filtered(OPT_emit))
    if (Error err = parseEmissions(*arg, config.emissions))
      return err;
  if (Error err = fillOffload(args, config))
    return err;
  config.output = args.getLastArgValue(OPT_o).str();
  config.exportSymbols = args.getAllArgValues(OPT_export_symbol);
  config.exportFiles = args.getAllArgValues(OPT_export_symbols_file);
  config.allowUndefined = args.hasArg(OPT_allow_undefined);
  config.searchDirs = args.getAllArgValues(OPT_L);
  config.llvmArgs = args.getAllArgValues(OPT_mllvm);
  config.verbose = args.hasArg(OPT_v);
  if (const Arg *arg = args.getLastArg(OPT_save_temps, OPT_save_temps_eq))
    config.saveTempsDir = arg->getNumValues() ? arg->getValue() : "";
  if (const Arg *arg = args.getLastArg(OPT_time_trace, OPT_time_trace_eq))
    config.timeTrace = arg->getNumValues() ? arg->getValue() : "";
  collectInputs(args, config);
  return Error::success();
}

} // namespace

Expected<Command> parseLlbcCommandLine(ArrayRef<const char *> argv) {
  const LlbcOptTable table;
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  InputArgList args = table.ParseArgs(argv, missingIndex, missingCount);

  Command command;
  if (args.hasArg(OPT_help)) {
    command.action = Command::Action::ShowHelp;
    return command;
  }
  if (args.hasArg(OPT_version)) {
    command.action = Command::Action::ShowVersion;
    return command;
  }
  if (Error err =
          checkArguments(table, args, OPT_UNKNOWN, missingIndex, missingCount))
    return err;
  if (Error err = checkRepeats(args))
    return err;
  if (Error err = fillConfig(args, command.config))
    return err;
  return command;
}

std::string llbcHelpText() {
  std::string text;
  raw_string_ostream os(text);
  LlbcOptTable().printHelp(
      os, "llvm-bitcode-linker [options] <input>... -o <output>",
      "Links LLVM bitcode for GPUs: bitcode, objects and archives in; PTX or "
      "an ELF code object out. Called as ld.lld, or with -flavor gnu first, it "
      "takes ld.lld's options.");
  return text;
}

} // namespace llbc
