// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llbc/CommandLine.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Args = std::vector<const char *>;
using Strings = std::vector<std::string>;

/// Parses \p args alone.
Command parseExactly(Args args) {
  args.insert(args.begin(), "llvm-bitcode-linker");
  return valueOf(parseCommandLine(args));
}

/// Parses \p args and, after them, an input and an output.
Config parsed(Args args) {
  args.insert(args.end(), {"in.bc", "-o", "out.ptx"});
  return parseExactly(args).config;
}

std::string errorOf(Args args) {
  args.insert(args.begin(), "llvm-bitcode-linker");
  return errorText(parseCommandLine(args));
}

/// The error for \p args before an input and an output.
std::string errorWith(Args args) {
  args.insert(args.end(), {"in.bc", "-o", "out.ptx"});
  return errorOf(args);
}

} // namespace

TEST_CASE("without options every setting has its default", "[command-line]") {
  const Config config = parsed({});
  CHECK(config.targetTriple.empty());
  CHECK(config.targetCpu.empty());
  CHECK(config.targetFeatures.empty());
  CHECK(config.optLevel == OptLevel::O0);
  CHECK_FALSE(config.debug);
  CHECK(config.emissions.empty());
  CHECK(config.exportSymbols.empty());
  CHECK(config.exportFiles.empty());
  CHECK(config.searchDirs.empty());
  CHECK(config.llvmArgs.empty());
  CHECK(config.responseFiles.empty());
  CHECK_FALSE(config.allowUndefined);
  CHECK_FALSE(config.verbose);
  CHECK_FALSE(config.saveTempsDir);
  CHECK_FALSE(config.timeTrace);
  CHECK(config.output == "out.ptx");
  REQUIRE(config.inputs.size() == 1);
  CHECK(config.inputs[0].value == "in.bc");
  CHECK(config.inputs[0].kind == InputArg::Kind::File);
  CHECK_FALSE(config.inputs[0].wholeArchive);
}

TEST_CASE("a long option takes its value after = or as the next argument",
          "[command-line]") {
  struct Row {
    const char *name;
    std::string (*get)(const Config &);
  };
  const Row rows[] = {
      {"--target", [](const Config &c) { return c.targetTriple; }},
      {"--target-cpu", [](const Config &c) { return c.targetCpu; }},
      {"--target-feature", [](const Config &c) { return c.targetFeatures; }},
      {"--export-symbol",
       [](const Config &c) { return c.exportSymbols.at(0); }},
      {"--export-symbols-file",
       [](const Config &c) { return c.exportFiles.at(0); }},
  };
  for (const Row &row : rows) {
    CAPTURE(row.name);
    const std::string joined = std::string(row.name) + "=value";
    CHECK(row.get(parsed({row.name, "value"})) == "value");
    CHECK(row.get(parsed({joined.c_str()})) == "value");
  }
}

TEST_CASE("the output has three spellings", "[command-line]") {
  const Args spellings[] = {{"in.bc", "-o", "k.ptx"},
                            {"in.bc", "-ok.ptx"},
                            {"in.bc", "--output", "k.ptx"},
                            {"in.bc", "--output=k.ptx"}};
  for (const Args &args : spellings) {
    Command command = parseExactly(args);
    CHECK(command.config.output == "k.ptx");
  }
}

TEST_CASE("the last output wins", "[command-line]") {
  Command command = parseExactly({"in.bc", "-o", "a", "--output=b"});
  CHECK(command.config.output == "b");
}

TEST_CASE("each optimisation level is known joined and apart",
          "[command-line]") {
  const std::pair<std::string, OptLevel> levels[] = {
      {"0", OptLevel::O0}, {"1", OptLevel::O1}, {"2", OptLevel::O2},
      {"3", OptLevel::O3}, {"s", OptLevel::Os}, {"z", OptLevel::Oz}};
  for (const auto &[name, level] : levels) {
    const std::string joined = "-O" + name;
    CHECK(parsed({joined.c_str()}).optLevel == level);
    CHECK(parsed({"-O", name.c_str()}).optLevel == level);
  }
}

TEST_CASE("the last optimisation level wins", "[command-line]") {
  CHECK(parsed({"-O3", "-O1", "-Os"}).optLevel == OptLevel::Os);
}

TEST_CASE("a bad optimisation level names the option and what is allowed",
          "[command-line]") {
  for (const char *arg : {"-O4", "-Ofast", "-O-1", "-O33"}) {
    const std::string error = errorWith({arg});
    CHECK(contains(error, "option '-O'"));
    CHECK(contains(error, std::string(arg).substr(2)));
    CHECK(contains(error, "0, 1, 2, 3, s or z"));
  }
}

TEST_CASE("debug without a level means what costs no speed", "[command-line]") {
  CHECK(parsed({"--debug"}).debug == DebugLevel::Full);
  CHECK(parsed({"--debug", "-O0"}).debug == DebugLevel::Full);
  for (const char *level : {"-O1", "-O2", "-O3", "-Os", "-Oz"}) {
    CHECK(parsed({"--debug", level}).debug == DebugLevel::Free);
    CHECK(parsed({level, "--debug"}).debug == DebugLevel::Free);
  }
}

TEST_CASE("a debug level can be asked for by name", "[command-line]") {
  CHECK(parsed({"-O3", "--debug=full"}).debug == DebugLevel::Full);
  CHECK(parsed({"--debug=lines"}).debug == DebugLevel::Lines);
  CHECK(parsed({"--debug=none"}).debug == DebugLevel::None);
  CHECK(parsed({"--debug", "--debug=none"}).debug == DebugLevel::None);
  CHECK(parsed({"--debug=none", "--debug"}).debug == DebugLevel::Full);
}

TEST_CASE("a bad debug level names the option and what is allowed",
          "[command-line]") {
  for (const char *arg : {"--debug=2", "--debug=", "--debug=FULL"}) {
    const std::string error = errorWith({arg});
    CHECK(contains(error, "option '--debug'"));
    CHECK(contains(error, "none, lines or full"));
  }
}

TEST_CASE("emit takes a list of kinds with and without files",
          "[command-line]") {
  const Config config =
      parsed({"--emit=llvm-bc,asm=a.ptx", "--emit", "dep-info,llvm-ir=b=c.ll"});
  REQUIRE(config.emissions.size() == 4);
  CHECK(config.emissions[0].kind == EmitKind::LlvmBc);
  CHECK(config.emissions[0].path.empty());
  CHECK(config.emissions[1].kind == EmitKind::Asm);
  CHECK(config.emissions[1].path == "a.ptx");
  CHECK(config.emissions[2].kind == EmitKind::DepInfo);
  CHECK(config.emissions[3].kind == EmitKind::LlvmIr);
  CHECK(config.emissions[3].path == "b=c.ll");
}

TEST_CASE("a bad emission list is an error that names the option",
          "[command-line]") {
  const std::pair<const char *, const char *> rows[] = {
      {"--emit=exe", "'exe'"},
      {"--emit=", "''"},
      {"--emit=asm,", "''"},
      {"--emit=asm=", "names no file"},
      {"--emit=asm,asm", "more than once"},
      {"--emit=ASM", "asm, obj, elf, cubin, llvm-bc, "}};
  for (const auto &[arg, part] : rows) {
    CAPTURE(arg);
    const std::string error = errorWith({arg});
    CHECK(contains(error, "option '--emit'"));
    CHECK(contains(error, part));
  }
  CHECK(contains(errorWith({"--emit=asm", "--emit=asm=b"}), "more than once"));
}

TEST_CASE("exports and their files add up in order", "[command-line]") {
  const Config config =
      parsed({"--export-symbol", "a", "--export-symbols-file=x",
              "--export-symbol=b", "--export-symbols-file", "y"});
  CHECK(config.exportSymbols == Strings{"a", "b"});
  CHECK(config.exportFiles == Strings{"x", "y"});
}

TEST_CASE("an exported name is taken as it is", "[command-line]") {
  CHECK(parsed({"--export-symbol=a=b*"}).exportSymbols == Strings{"a=b*"});
  CHECK(parsed({"--export-symbol", "--odd"}).exportSymbols == Strings{"--odd"});
}

TEST_CASE("target features add up", "[command-line]") {
  CHECK(parsed({"--target-feature=+ptx78", "--target-feature", "-a,+b"})
            .targetFeatures == "+ptx78,-a,+b");
}

TEST_CASE("a second target is an error in every spelling", "[command-line]") {
  const Args spellings[] = {{"--target", "a", "--target", "a"},
                            {"--target=a", "--target=b"},
                            {"--target=a", "--target", "b"}};
  for (const Args &args : spellings)
    CHECK(errorWith(args) == "option '--target' was given more than once");
}

TEST_CASE("the last processor wins", "[command-line]") {
  CHECK(parsed({"--target-cpu=sm_70", "--target-cpu", "sm_80"}).targetCpu ==
        "sm_80");
}

TEST_CASE("library folders and names come joined and apart", "[command-line]") {
  const Config config = parsed({"-L", "a", "-Lb", "-l", "m", "-ln", "-l:p.a"});
  CHECK(config.searchDirs == Strings{"a", "b"});
  REQUIRE(config.inputs.size() == 4);
  const Strings names = {"m", "n", ":p.a"};
  for (size_t i = 0; i != names.size(); ++i) {
    CHECK(config.inputs[i].kind == InputArg::Kind::Library);
    CHECK(config.inputs[i].value == names[i]);
  }
  CHECK(config.inputs[3].kind == InputArg::Kind::File);
}

TEST_CASE("whole-archive holds for the inputs that follow it",
          "[command-line]") {
  const Config config =
      parsed({"a.a", "--whole-archive", "b.a", "-lc", "--no-whole-archive",
              "d.a", "--whole-archive"});
  std::vector<std::pair<std::string, bool>> seen;
  for (const InputArg &input : config.inputs)
    seen.emplace_back(input.value, input.wholeArchive);
  CHECK(seen == std::vector<std::pair<std::string, bool>>{{"a.a", false},
                                                          {"b.a", true},
                                                          {"c", true},
                                                          {"d.a", false},
                                                          {"in.bc", true}});
}

TEST_CASE("all that follows two dashes is an input", "[command-line]") {
  Command command = parseExactly(
      {"-o", "out", "--whole-archive", "--", "-v", "--help", "a.bc"});
  CHECK(command.action == Command::Action::Link);
  CHECK_FALSE(command.config.verbose);
  REQUIRE(command.config.inputs.size() == 3);
  CHECK(command.config.inputs[0].value == "-v");
  CHECK(command.config.inputs[1].value == "--help");
  CHECK(command.config.inputs[2].value == "a.bc");
  CHECK(command.config.inputs[2].wholeArchive);
}

TEST_CASE("flags are off until they are given", "[command-line]") {
  CHECK(parsed({"--allow-undefined"}).allowUndefined);
  CHECK(parsed({"-v"}).verbose);
  CHECK(parsed({"--verbose"}).verbose);
}

TEST_CASE("link-time optimisation is accepted and changes nothing",
          "[command-line]") {
  const Config config = parsed({"--lto"});
  CHECK(config.optLevel == OptLevel::O0);
  CHECK(config.inputs.size() == 1);
}

TEST_CASE("temporaries and time traces may name a place", "[command-line]") {
  CHECK(parsed({"--save-temps"}).saveTempsDir == "");
  CHECK(parsed({"--save-temps=dir"}).saveTempsDir == "dir");
  CHECK(parsed({"--time-trace"}).timeTrace == "");
  CHECK(parsed({"--time-trace=t.json"}).timeTrace == "t.json");
  // Their value is never the next argument, which is an input here.
  CHECK(parsed({"--save-temps"}).inputs.size() == 1);
}

TEST_CASE("options for LLVM are passed on in order", "[command-line]") {
  CHECK(parsed({"-mllvm", "-a=1", "-mllvm", "--b"}).llvmArgs ==
        Strings{"-a=1", "--b"});
}

TEST_CASE("an option at the end without its value is an error",
          "[command-line]") {
  for (const char *option :
       {"--target", "--target-cpu", "--target-feature", "--export-symbol",
        "--export-symbols-file", "--emit", "--output", "-o", "-O", "-L", "-l",
        "-mllvm"})
    CHECK(errorOf({"in.bc", option}) ==
          "option '" + std::string(option) + "' needs a value");
}

TEST_CASE("an unknown option is an error with the nearest spelling",
          "[command-line]") {
  CHECK(errorWith({"--target-cpo=sm_80"}) ==
        "unknown option '--target-cpo=sm_80'; did you mean "
        "'--target-cpu=sm_80'?");
  CHECK(contains(errorWith({"--debgu"}), "did you mean '--debug'?"));
  CHECK(contains(errorWith({"--exportsymbol", "a"}),
                 "did you mean '--export-symbol'?"));
  CHECK(contains(errorWith({"-target-cpu=sm_80"}), "unknown option"));
}

TEST_CASE("an unknown option that resembles nothing has no suggestion",
          "[command-line]") {
  CHECK(errorWith({"--frobnicate-all"}) == "unknown option '--frobnicate-all'");
}

TEST_CASE("a flag takes no value", "[command-line]") {
  for (const char *arg :
       {"--allow-undefined=yes", "--lto=thin", "--whole-archive=1"})
    CHECK(contains(errorWith({arg}), "unknown option '" + std::string(arg)));
}

TEST_CASE("a link needs an input and an output", "[command-line]") {
  CHECK(contains(errorOf({"-o", "out"}), "no input files"));
  CHECK(contains(errorOf({"in.bc"}), "no output file"));
  CHECK(contains(errorOf({}), "no input files"));
  // A library alone is an input.
  CHECK(errorOf({"-lm", "-o", "out"}).empty());
}

TEST_CASE("help and version need nothing else", "[command-line]") {
  const std::pair<const char *, Command::Action> rows[] = {
      {"--help", Command::Action::ShowHelp},
      {"-h", Command::Action::ShowHelp},
      {"--version", Command::Action::ShowVersion}};
  for (const auto &[arg, action] : rows) {
    Command command = parseExactly({arg});
    CHECK(command.action == action);
    // Also beside what would be an error.
    command = parseExactly({"--nonsense", arg});
    CHECK(command.action == action);
  }
}

TEST_CASE("the help text names every long option", "[command-line]") {
  const std::string help = helpText(Dialect::Llbc);
  for (const char *option : {"--target ",
                             "--target-cpu",
                             "--target-feature",
                             "--output",
                             "--export-symbol ",
                             "--export-symbols-file",
                             "--debug",
                             "--lto",
                             "--whole-archive",
                             "--no-whole-archive",
                             "--allow-undefined",
                             "--emit",
                             "--save-temps",
                             "--time-trace",
                             "-mllvm",
                             "-L ",
                             "-l ",
                             "-O",
                             "-v",
                             "--verbose",
                             "--version",
                             "--help"}) {
    CAPTURE(option);
    CHECK(contains(help, option));
  }
  CHECK(help.back() == '\n');
}

TEST_CASE("the version text names the tool and LLVM and the targets",
          "[command-line]") {
  const std::string version = versionText(Dialect::Llbc);
  CHECK(llvm::StringRef(version).starts_with("llvm-bitcode-linker "));
  CHECK(contains(version, "\nLLVM 22.1"));
  CHECK(contains(version, "nvptx64-nvidia-cuda"));
  CHECK(version.back() == '\n');
}

TEST_CASE("arguments of a response file take effect where it stands",
          "[command-line]") {
  TempFolder folder;
  writeFile("args", "--whole-archive\nb.a\n--no-whole-archive\n");
  const Config config = parsed({"a.a", "@args", "c.a"});
  REQUIRE(config.inputs.size() == 4);
  CHECK(config.inputs[1].value == "b.a");
  CHECK(config.inputs[1].wholeArchive);
  CHECK_FALSE(config.inputs[2].wholeArchive);
  CHECK(config.responseFiles == Strings{"args"});
}
