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

Command parseAs(const char *program, Args args) {
  args.insert(args.begin(), program);
  return valueOf(parseCommandLine(args));
}

/// Parses \p args as ld.lld, with an input and an output after them.
Config parsed(Args args) {
  args.insert(args.end(), {"in.o", "-o", "out.elf"});
  return parseAs("ld.lld", args).config;
}

std::string errorWith(Args args) {
  args.insert(args.begin(), "ld.lld");
  args.insert(args.end(), {"in.o", "-o", "out.elf"});
  return errorText(parseCommandLine(args));
}

/// The options of the ELF link that \p args become.
Strings forwarded(Args args) {
  const Config config = parsed(std::move(args));
  REQUIRE(config.elfArgs);
  return *config.elfArgs;
}

/// Likewise, without the spaces between words: lld takes most with and without.
std::string joined(const Strings &words) {
  std::string text;
  for (const std::string &word : words)
    text += word;
  return text;
}

bool isLld(const char *program, const Args &args) {
  return parseAs(program, args).dialect == Dialect::Lld;
}

} // namespace

TEST_CASE("the program's name or -flavor chooses the command line",
          "[lld-command-line]") {
  const Args args = {"in.o", "-o", "out"};
  for (const char *name :
       {"ld.lld", "/usr/bin/ld.lld", "rust-ld.lld", "x86_64-linux-gnu-ld.lld"})
    CHECK(isLld(name, args));
  for (const char *name :
       {"llvm-bitcode-linker", "lld", "rust-lld", "ld.lld-22", "ld", ""})
    CHECK_FALSE(isLld(name, args));
  for (const char *flavor : {"-flavor", "--flavor"})
    for (const char *value : {"gnu", "ld.lld"})
      CHECK(isLld("rust-lld", {flavor, value, "in.o", "-o", "out"}));
}

TEST_CASE("the flavor counts in the first place only", "[lld-command-line]") {
  CHECK(
      contains(errorText(parseCommandLine({"llbc", "in.o", "-flavor", "gnu"})),
               "unknown option '-flavor'"));
  CHECK(
      contains(errorText(parseCommandLine({"llbc", "-flavor", "link", "in.o"})),
               "unknown option '-flavor'"));
  CHECK(contains(errorText(parseCommandLine({"llbc", "-flavor"})), "-flavor"));
}

TEST_CASE("the flavor may stand in a response file", "[lld-command-line]") {
  const TempFolder folder;
  writeFile("a.rsp", "-flavor\ngnu\n-shared\nin.o\n");
  const Command command = parseAs("llbc", {"@a.rsp"});
  CHECK(command.dialect == Dialect::Lld);
  CHECK(command.config.responseFiles == Strings{"a.rsp"});
}

TEST_CASE("the defaults are those of ld.lld", "[lld-command-line]") {
  const Command command = parseAs("ld.lld", {"in.o"});
  const Config &config = command.config;
  CHECK(command.action == Command::Action::Link);
  CHECK(config.output == "a.out");
  CHECK(config.optLevel == OptLevel::O2);
  CHECK(config.debug == DebugLevel::Full);
  CHECK(config.elfArgs == Strings{"-shared"});
  CHECK(config.emissions.empty());
  CHECK(config.versionScript.empty());
  CHECK(config.targetCpu.empty());
  CHECK(config.targetTriple.empty());
  CHECK_FALSE(config.allowUndefined);
  CHECK_FALSE(config.verbose);
}

TEST_CASE("rustc's line for amdgcn is understood whole", "[lld-command-line]") {
  const Config config = parseAs("llbc", {"-flavor",
                                         "gnu",
                                         "--version-script=list",
                                         "--no-undefined-version",
                                         "a.o",
                                         "--as-needed",
                                         "-L",
                                         "raw-dylibs",
                                         "-Bdynamic",
                                         "--eh-frame-hdr",
                                         "-z",
                                         "noexecstack",
                                         "-L",
                                         ".",
                                         "-o",
                                         "top.elf",
                                         "--gc-sections",
                                         "-shared",
                                         "-O1",
                                         "-plugin-opt=O3",
                                         "-plugin-opt=mcpu=gfx90a"})
                            .config;
  CHECK(config.versionScript == "list");
  CHECK(config.inputs.size() == 1);
  CHECK(config.inputs[0].value == "a.o");
  CHECK(config.searchDirs == Strings{"raw-dylibs", "."});
  CHECK(config.output == "top.elf");
  CHECK(config.optLevel == OptLevel::O3);
  CHECK(config.targetCpu == "gfx90a");
  CHECK(joined(*config.elfArgs) == "-shared--no-undefined-version"
                                   "--eh-frame-hdr-znoexecstack"
                                   "--gc-sections-O1");
}

TEST_CASE("the level of code generation is not that of the layout",
          "[lld-command-line]") {
  CHECK(parsed({"-O3"}).optLevel == OptLevel::O2);
  CHECK(joined(forwarded({"-O3"})) == "-shared-O3");
  CHECK(parsed({"-plugin-opt=O0"}).optLevel == OptLevel::O0);
  CHECK(parsed({"--plugin-opt=O1"}).optLevel == OptLevel::O1);
  CHECK(parsed({"--lto-O3"}).optLevel == OptLevel::O3);
  CHECK(parsed({"-lto-O0"}).optLevel == OptLevel::O0);
  CHECK(parsed({"--lto-O0", "-plugin-opt=O3"}).optLevel == OptLevel::O3);
  CHECK(parsed({"-plugin-opt=O3", "--lto-O0"}).optLevel == OptLevel::O0);
  CHECK(contains(errorWith({"--lto-O7"}), "'7'"));
  CHECK(contains(errorWith({"-plugin-opt=O"}), "-plugin-opt=O"));
}

TEST_CASE("processor and features come from the plug-in's options",
          "[lld-command-line]") {
  const Config config =
      parsed({"-plugin-opt=mcpu=gfx90a", "--plugin-opt=mcpu=gfx942:xnack+",
              "-plugin-opt=-mattr=+a", "--plugin-opt=-mattr=-b,+c"});
  CHECK(config.targetCpu == "gfx942:xnack+");
  CHECK(config.targetFeatures == "+a,-b,+c");
  CHECK(config.llvmArgs.empty());
}

TEST_CASE("other options of the plug-in go to LLVM", "[lld-command-line]") {
  CHECK(parsed({"-plugin-opt=-amdgpu-internalize-symbols", "-mllvm", "-x=1",
                "--mllvm=-y"})
            .llvmArgs == Strings{"-x=1", "-y", "-amdgpu-internalize-symbols"});
}

TEST_CASE("what the image is not made with has no effect",
          "[lld-command-line]") {
  const Config config = parsed({"--as-needed",
                                "--no-as-needed",
                                "-Bstatic",
                                "-Bdynamic",
                                "-static",
                                "--start-group",
                                "--end-group",
                                "--lto=thin",
                                "--lto-CGO3",
                                "--lto-partitions=4",
                                "-plugin-opt=thinlto",
                                "-plugin-opt=jobs=2",
                                "-plugin",
                                "x.so",
                                "-plugin=x.so",
                                "--color-diagnostics=always",
                                "--export-dynamic",
                                "-E",
                                "-rpath",
                                "/lib",
                                "--sysroot=/",
                                "--no-undefined"});
  CHECK(config.elfArgs == Strings{"-shared"});
  CHECK(config.inputs.size() == 1);
  CHECK(config.llvmArgs.empty());
}

TEST_CASE("options of the layout are handed on as they are",
          "[lld-command-line]") {
  CHECK(joined(forwarded({"-soname", "a.so", "--hash-style=gnu", "-z", "now",
                          "-zdefs", "--build-id=none", "-m", "elf64_amdgpu",
                          "-O2", "--no-gc-sections", "-Bsymbolic"})) ==
        "-shared-sonamea.so--hash-style=gnu-znow-zdefs--build-id=none"
        "-melf64_amdgpu-O2--no-gc-sections-Bsymbolic");
}

TEST_CASE("what names a file is not handed on", "[lld-command-line]") {
  const Strings words =
      forwarded({"-Map=o.map", "--dependency-file", "o.d", "-L", "x",
                 "--version-script", "v", "--time-trace=t"});
  CHECK(words == Strings{"-shared"});
}

TEST_CASE("options of the debug information", "[lld-command-line]") {
  for (const char *option : {"-s", "--strip-all", "-S", "--strip-debug"}) {
    const Config config = parsed({option});
    CHECK(config.debug == DebugLevel::None);
    CHECK(config.elfArgs->size() == 2);
  }
}

TEST_CASE("exports and needs", "[lld-command-line]") {
  const Config config =
      parsed({"-u", "a", "-ub", "--undefined=c", "-undefined", "d",
              "--export-dynamic-symbol=e*", "--export-dynamic-symbol", "f"});
  CHECK(config.exportSymbols == Strings{"a", "b", "c", "d"});
  CHECK(config.exportPatterns == Strings{"e*", "f"});
}

TEST_CASE("one version script is enough", "[lld-command-line]") {
  CHECK(parsed({"-version-script", "v"}).versionScript == "v");
  CHECK(parsed({"--version-script=v"}).versionScript == "v");
  CHECK(contains(errorWith({"--version-script=v", "--version-script=w"}),
                 "more than once"));
}

TEST_CASE("the last word on undefined symbols counts", "[lld-command-line]") {
  CHECK(parsed({"-z", "undefs"}).allowUndefined);
  CHECK(parsed({"-zundefs"}).allowUndefined);
  CHECK_FALSE(parsed({"-z", "undefs", "-z", "defs"}).allowUndefined);
  CHECK(parsed({"-z", "defs", "-z", "undefs"}).allowUndefined);
  CHECK(parsed({"--unresolved-symbols=ignore-all"}).allowUndefined);
  CHECK_FALSE(parsed({"--unresolved-symbols=ignore-all",
                      "--unresolved-symbols=report-all"})
                  .allowUndefined);
  CHECK(contains(errorWith({"--unresolved-symbols=some"}), "'some'"));
}

TEST_CASE("other outputs in place of the image or beside it",
          "[lld-command-line]") {
  auto kinds = [](const Args &args) {
    std::vector<EmitKind> result;
    for (const Emission &emission : parsed(args).emissions)
      result.push_back(emission.kind);
    return result;
  };
  using Kinds = std::vector<EmitKind>;
  CHECK(kinds({"--lto-emit-asm"}) == Kinds{EmitKind::Asm});
  CHECK(kinds({"-plugin-opt=emit-asm"}) == Kinds{EmitKind::Asm});
  CHECK(kinds({"--lto-emit-llvm"}) == Kinds{EmitKind::LlvmBc});
  CHECK(kinds({"-plugin-opt=emit-llvm"}) == Kinds{EmitKind::LlvmBc});
  CHECK(kinds({"-Map", "o.map"}) == Kinds{EmitKind::Map});
  CHECK(parsed({"-Map", "o.map"}).emitsImage);
  const Config config = parsed({"-Map=o.map", "-Map=last.map"});
  CHECK(config.emissions.back().path == "last.map");
  CHECK(parsed({"--lto-emit-asm", "--dependency-file=o.d"})
            .emissions.back()
            .path == "o.d");
}

TEST_CASE("inputs keep their order and what precedes them",
          "[lld-command-line]") {
  const Config config = parsed({"a.o", "--whole-archive", "-lx", "b.a",
                                "--no-whole-archive", "--library=y"});
  REQUIRE(config.inputs.size() == 5);
  CHECK(config.inputs[0].value == "a.o");
  CHECK_FALSE(config.inputs[0].wholeArchive);
  CHECK(config.inputs[1].kind == InputArg::Kind::Library);
  CHECK(config.inputs[1].value == "x");
  CHECK(config.inputs[1].wholeArchive);
  CHECK(config.inputs[2].wholeArchive);
  CHECK(config.inputs[3].value == "y");
  CHECK_FALSE(config.inputs[3].wholeArchive);
  CHECK(config.inputs[4].value == "in.o");
}

TEST_CASE("reports and the code object version", "[lld-command-line]") {
  CHECK(parsed({"--verbose"}).verbose);
  CHECK(parsed({"--save-temps"}).saveTempsDir == "");
  CHECK(parsed({"-plugin-opt=save-temps"}).saveTempsDir == "");
  CHECK(parsed({"--time-trace"}).timeTrace == "");
  CHECK(parsed({"--time-trace=t"}).timeTrace == "t");
  CHECK(parsed({"--code-object-version=5"}).codeObjectVersion == 5);
  CHECK(contains(errorWith({"--code-object-version=9"}), "'9'"));
}

TEST_CASE("help and version", "[lld-command-line]") {
  using Action = Command::Action;
  CHECK(parseAs("ld.lld", {"--help", "--frobnicate"}).action ==
        Action::ShowHelp);
  CHECK(parseAs("ld.lld", {"--version", "in.o"}).action == Action::ShowVersion);
  CHECK(parseAs("ld.lld", {"-v"}).action == Action::ShowVersion);
  CHECK(parseAs("ld.lld", {"-V"}).action == Action::ShowVersion);
  CHECK(parseAs("ld.lld", {"-v", "in.o"}).action == Action::Link);
  CHECK(parseAs("ld.lld", {"-v", "in.o"}).announcesVersion);
  CHECK_FALSE(parseAs("ld.lld", {"in.o"}).announcesVersion);
  CHECK(parseAs("ld.lld", {"--version"}).dialect == Dialect::Lld);
  CHECK(contains(versionText(Dialect::Lld), "LLD "));
  CHECK(contains(versionText(Dialect::Lld), "compatible with GNU linkers"));
  CHECK(contains(helpText(Dialect::Lld), "version-script"));
  CHECK_FALSE(contains(helpText(Dialect::Llbc), "version-script"));
}

TEST_CASE("faults of the command line name the option", "[lld-command-line]") {
  CHECK(contains(errorWith({"--frobnicate"}), "'--frobnicate'"));
  CHECK(contains(errorWith({"--gc-section"}), "did you mean '--gc-sections'"));
  CHECK(contains(errorText(parseCommandLine({"ld.lld", "a.o", "-soname"})),
                 "'-soname' needs a value"));
  CHECK(contains(errorText(parseCommandLine({"ld.lld", "-shared"})),
                 "no input files"));
  CHECK(contains(errorText(parseCommandLine({"ld.lld", "a.o", "-o", ""})),
                 "no output file"));
}
