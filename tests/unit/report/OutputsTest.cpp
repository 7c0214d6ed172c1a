// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Outputs.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

constexpr EmitKind allKinds[] = {EmitKind::Asm, EmitKind::LlvmBc,
                                 EmitKind::LlvmIr, EmitKind::DepInfo};

/// What \p outputs holds, written to the working directory.
std::string written(const Config &config, Outputs &outputs) {
  LinkResult result;
  result.outputs = outputs.takeFiles();
  result.intermediates = outputs.takeTemps();
  return errorText(writeFiles(config, std::move(result)));
}

/// Writes what \p config asks for to the working directory, each file holding
/// the number of its kind.
void writeAll(const Config &config) {
  Outputs outputs(config, EmitKind::Asm, /*severalImages=*/false);
  for (EmitKind kind : allKinds)
    outputs.add(kind, ImageLabel(),
                [&] { return std::to_string(static_cast<int>(kind)); });
  REQUIRE(written(config, outputs) == "");
}

Config makeConfig(const std::string &output,
                  const std::vector<Emission> &emissions) {
  Config config;
  config.output = output;
  config.emissions = emissions;
  return config;
}

} // namespace

TEST_CASE("without kinds the output is assembly alone", "[outputs]") {
  TempFolder folder;
  writeAll(makeConfig("k.ptx", {}));
  CHECK(TempFolder::list() == Strings{"k.ptx"});
  CHECK(readFile("k.ptx") == "0");
}

TEST_CASE("each kind has the output's name with its own suffix", "[outputs]") {
  TempFolder folder;
  writeAll(makeConfig("k.out", {{EmitKind::LlvmBc, ""},
                                {EmitKind::Asm, ""},
                                {EmitKind::LlvmIr, ""},
                                {EmitKind::DepInfo, ""}}));
  CHECK(TempFolder::list() == Strings{"k.bc", "k.d", "k.ll", "k.out"});
  CHECK(readFile("k.out") == "0");
}

TEST_CASE("without assembly the output names the first kind", "[outputs]") {
  TempFolder folder;
  writeAll(makeConfig("k.x", {{EmitKind::LlvmIr, ""}, {EmitKind::LlvmBc, ""}}));
  CHECK(TempFolder::list() == Strings{"k.bc", "k.x"});
  CHECK(readFile("k.x") == std::to_string(static_cast<int>(EmitKind::LlvmIr)));
}

TEST_CASE("a kind may name its own file", "[outputs]") {
  TempFolder folder;
  writeAll(
      makeConfig("k.ptx", {{EmitKind::Asm, "a.s"}, {EmitKind::LlvmBc, "b.b"}}));
  CHECK(TempFolder::list() == Strings{"a.s", "b.b"});
}

TEST_CASE("two kinds cannot go to the same file", "[outputs]") {
  TempFolder folder;
  const Config config =
      makeConfig("k.ptx", {{EmitKind::Asm, ""}, {EmitKind::LlvmBc, "k.ptx"}});
  Outputs outputs(config, EmitKind::Asm, /*severalImages=*/false);
  outputs.add(EmitKind::Asm, ImageLabel(), [] { return std::string("a"); });
  outputs.add(EmitKind::LlvmBc, ImageLabel(), [] { return std::string("b"); });
  CHECK(written(config, outputs).find("k.ptx") != std::string::npos);
  CHECK(TempFolder::list().empty());
}

TEST_CASE("a kind that was not asked for is not made", "[outputs]") {
  const Config config = makeConfig("k.ptx", {});
  Outputs outputs(config, EmitKind::Asm, /*severalImages=*/false);
  bool made = false;
  outputs.add(EmitKind::LlvmIr, ImageLabel(), [&] {
    made = true;
    return std::string();
  });
  CHECK_FALSE(made);
  CHECK_FALSE(outputs.wantsIR());
}

TEST_CASE("text is wanted for IR and for temporaries", "[outputs]") {
  Config config = makeConfig("k.ll", {{EmitKind::LlvmIr, ""}});
  CHECK(Outputs(config, EmitKind::Asm, /*severalImages=*/false).wantsIR());
  config = makeConfig("k.ptx", {});
  config.saveTempsDir = "";
  CHECK(Outputs(config, EmitKind::Asm, /*severalImages=*/false).wantsIR());
}

TEST_CASE("temporaries lie beside the output or in their folder", "[outputs]") {
  TempFolder folder;
  std::filesystem::create_directory("dir");
  std::filesystem::create_directory("temps");
  auto save = [](const Config &config) {
    Outputs outputs(config, EmitKind::Asm, /*severalImages=*/false);
    outputs.saveTemp(ImageLabel(), "1.merged.bc",
                     [] { return std::string("m"); });
    REQUIRE(written(config, outputs) == "");
  };
  Config config = makeConfig("dir/k.ptx", {});
  save(config);
  CHECK(TempFolder::list("dir").empty());
  config.saveTempsDir = "";
  save(config);
  CHECK(TempFolder::list("dir") == Strings{"k.ptx.1.merged.bc"});
  config.saveTempsDir = "temps";
  save(config);
  CHECK(TempFolder::list("temps") == Strings{"k.ptx.1.merged.bc"});
}

TEST_CASE("the dependency rule names inputs and response files", "[outputs]") {
  Config config = makeConfig("k.ptx", {});
  config.responseFiles = {"args"};
  CHECK(Outputs(config, EmitKind::Asm, /*severalImages=*/false)
            .depInfo({"a.bc"}) ==
        "k.ptx: \\\n  a.bc \\\n  args\n\na.bc:\n\nargs:\n");
}

TEST_CASE("the dependency rule is for the file that is written", "[outputs]") {
  const Config config = makeConfig(
      "k.out", {{EmitKind::Asm, "k.ptx"}, {EmitKind::DepInfo, "k.d"}});
  CHECK(llvm::StringRef(
            Outputs(config, EmitKind::Asm, /*severalImages=*/false).depInfo({}))
            .starts_with("k.ptx:"));
}
