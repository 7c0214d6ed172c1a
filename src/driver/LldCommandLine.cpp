// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ld.lld's command line, as rustc and clang write it for AMD.

#include "driver/Dialects.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Arg.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;

namespace llbc {
namespace {

enum LldOptionId {
  LLD_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID_WITH_ID_PREFIX(LLD_, __VA_ARGS__),
#include "LldOptions.inc"
#undef OPTION
};

#define OPTTABLE_STR_TABLE_CODE
#include "LldOptions.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "LldOptions.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr OptTable::Info optionInfos[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO_WITH_ID_PREFIX(LLD_, __VA_ARGS__),
#include "LldOptions.inc"
#undef OPTION
};

class LldOptTable : public GenericOptTable {
public:
  LldOptTable()
      : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionInfos) {}
};

/// Inputs in order, each with the state that precedes it.
void collectInputs(const InputArgList &args, Config &config) {
  bool wholeArchive = false;
  for (const Arg *arg : args) {
    switch (arg->getOption().getID()) {
    case LLD_whole_archive:
      wholeArchive = true;
      break;
    case LLD_no_whole_archive:
      wholeArchive = false;
      break;
    case LLD_INPUT:
      config.inputs.push_back(
          {InputArg::Kind::File, arg->getValue(), wholeArchive});
      break;
    case LLD_l:
      config.inputs.push_back(
          {InputArg::Kind::Library, arg->getValue(), wholeArchive});
      break;
    default:
      break;
    }
  }
}

/// What the ELF link is told as it stands. A device image is a shared object.
std::vector<std::string> forwardedArgs(const InputArgList &args) {
  std::vector<std::string> words = {"-shared"};
  for (const Arg *arg : args.filtered(LLD_Forwarded)) {
    ArgStringList rendered;
    arg->render(args, rendered);
    llvm::append_range(words, rendered);
  }
  return words;
}

Error fillCodeGeneration(const InputArgList &args, Config &config) {
  config.targetCpu = args.getLastArgValue(LLD_plugin_opt_mcpu).str();
  config.targetFeatures = join(args.getAllArgValues(LLD_plugin_opt_mattr), ",");
  config.optLevel = OptLevel::O2;
  if (const Arg *arg = args.getLastArg(LLD_plugin_opt_O, LLD_lto_O)) {
    Expected<OptLevel> level =
        parseOptLevel(arg->getSpelling(), arg->getValue());
    if (!level)
      return level.takeError();
    config.optLevel = *level;
  }
  if (const Arg *arg = args.getLastArg(LLD_code_object_version)) {
    Expected<unsigned> version =
        parseCodeObjectVersion(arg->getSpelling(), arg->getValue());
    if (!version)
      return version.takeError();
    config.codeObjectVersion = *version;
  }
  constexpr DeviceOptionIds ids = LLBC_DEVICE_OPTION_IDS(LLD_);
  if (Error err = fillDeviceOptions(args, ids, config))
    return err;
  config.llvmArgs = args.getAllArgValues(LLD_mllvm);
  for (const std::string &arg : args.getAllArgValues(LLD_plugin_opt_llvm))
    config.llvmArgs.push_back("-" + arg);
  config.debug = args.hasArg(LLD_strip_all, LLD_strip_debug) ? DebugLevel::None
                                                             : DebugLevel::Full;
  return Error::success();
}

Error fillSymbols(const InputArgList &args, Config &config) {
  config.exportSymbols = args.getAllArgValues(LLD_u);
  llvm::append_range(config.exportSymbols, args.getAllArgValues(LLD_undefined));
  config.exportPatterns = args.getAllArgValues(LLD_export_dynamic_symbol);
  const std::vector<std::string> scripts =
      args.getAllArgValues(LLD_version_script);
  if (scripts.size() > 1)
    return usageError("option '--version-script' was given more than once");
  if (!scripts.empty())
    config.versionScript = scripts.front();
  // The last one wins.
  for (const Arg *arg :
       args.filtered(LLD_unresolved_symbols, LLD_z, LLD_no_undefined)) {
    StringRef value = arg->getNumValues() ? arg->getValue() : "defs";
    if (arg->getOption().matches(LLD_unresolved_symbols) &&
        value != "report-all" && value != "ignore-all")
      return usageError("bad value '" + value +
                        "' for option '--unresolved-symbols'; use report-all "
                        "or ignore-all");
    if (value == "undefs" || value == "ignore-all")
      config.allowUndefined = true;
    if (value == "defs" || value == "report-all")
      config.allowUndefined = false;
  }
  return Error::success();
}

void fillOutputs(const InputArgList &args, Config &config) {
  config.output = args.getLastArgValue(LLD_o, "a.out").str();
  if (args.hasArg(LLD_lto_emit_asm, LLD_plugin_opt_emit_asm))
    config.emissions.push_back({EmitKind::Asm, {}});
  else if (args.hasArg(LLD_lto_emit_llvm, LLD_plugin_opt_emit_llvm))
    config.emissions.push_back({EmitKind::LlvmBc, {}});
  else
    config.emitsImage = true;
  if (const Arg *arg = args.getLastArg(LLD_Map))
    config.emissions.push_back({EmitKind::Map, arg->getValue()});
  if (const Arg *arg = args.getLastArg(LLD_dependency_file))
    config.emissions.push_back({EmitKind::DepInfo, arg->getValue()});
  config.verbose = args.hasArg(LLD_verbose);
  config.fatalWarnings =
      args.hasFlag(LLD_fatal_warnings, LLD_fatal_warnings_no, false);
  if (args.hasArg(LLD_save_temps, LLD_plugin_opt_save_temps))
    config.saveTempsDir = "";
  if (const Arg *arg = args.getLastArg(LLD_time_trace, LLD_time_trace_eq))
    config.timeTrace = arg->getNumValues() ? arg->getValue() : "";
}

/// `-plugin-opt mcpu=x` is `-plugin-opt=mcpu=x` in two words.
void joinPluginOptions(SmallVectorImpl<const char *> &args,
                       StringSaver &saver) {
  for (size_t i = 0; i + 1 < args.size(); ++i)
    if (StringRef(args[i]).ltrim('-') == "plugin-opt") {
      args[i] = saver.save(StringRef(args[i]) + "=" + args[i + 1]).data();
      args.erase(args.begin() + i + 1);
    }
}

} // namespace

Expected<Command> parseLldCommandLine(ArrayRef<const char *> words) {
  const LldOptTable table;
  BumpPtrAllocator allocator;
  StringSaver saver(allocator);
  SmallVector<const char *> argv(words);
  joinPluginOptions(argv, saver);
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  const InputArgList args = table.ParseArgs(argv, missingIndex, missingCount);
  Command command;
  command.dialect = Dialect::Lld;
  if (args.hasArg(LLD_help)) {
    command.action = Command::Action::ShowHelp;
    return command;
  }
  if (args.hasArg(LLD_version) ||
      (args.hasArg(LLD_v) && !args.hasArg(LLD_INPUT))) {
    command.action = Command::Action::ShowVersion;
    return command;
  }
  if (Error err =
          checkArguments(table, args, LLD_UNKNOWN, missingIndex, missingCount))
    return err;
  command.announcesVersion = args.hasArg(LLD_v);
  Config &config = command.config;
  config.elfArgs = forwardedArgs(args);
  config.unlisted = Unlisted::VariablesVisible;
  config.showsNativeSymbols = true;
  config.spelling = {"--unresolved-symbols=ignore-all", "-u",
                     "-plugin-opt=mcpu=", "-plugin-opt=-mattr="};
  config.embeddedBitcode =
      args.hasFlag(LLD_fat_lto_objects, LLD_no_fat_lto_objects,
                   /*Default=*/false)
          ? EmbeddedBitcode::Preferred
          : EmbeddedBitcode::Ignored;
  config.searchDirs = args.getAllArgValues(LLD_L);
  collectInputs(args, config);
  if (Error err = fillCodeGeneration(args, config))
    return err;
  if (Error err = fillSymbols(args, config))
    return err;
  fillOutputs(args, config);
  return command;
}

std::string lldHelpText() {
  std::string text;
  raw_string_ostream os(text);
  LldOptTable().printHelp(
      os, "ld.lld [options] <input>...",
      "llvm-bitcode-linker, called as ld.lld: links device bitcode and ELF "
      "objects.");
  return text;
}

// Build systems look for "LLD" and for "compatible with GNU linkers".
std::string lldVersionText() {
  return "LLD " LLVM_VERSION_STRING " (compatible with GNU linkers), in "
         "llvm-bitcode-linker " LLBC_VERSION "\n";
}

} // namespace llbc
