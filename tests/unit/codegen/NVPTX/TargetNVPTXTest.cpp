// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/Setting.h"

#include "llvm/MC/MCSubtargetInfo.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const llvm::Triple triple("nvptx64-nvidia-cuda");

std::unique_ptr<llbc::Target> target() {
  return valueOf(llbc::Target::create(triple));
}

/// The machine for \p config and a module \p ir.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
machine(const Config &config, const std::string &ir = "") {
  llvm::LLVMContext context;
  return target()->createMachine(config, *parse(context, ir));
}

std::string cpuFor(const std::string &ir) {
  return valueOf(machine(Config(), ir))->getTargetCPU().str();
}

std::string errorFor(const std::string &cpu, const std::string &features) {
  Config config;
  config.targetCpu = cpu;
  config.targetFeatures = features;
  return errorText(machine(config));
}

} // namespace

TEST_CASE("a target that is not supported is an error that lists those there "
          "are",
          "[nvptx][target]") {
  for (const char *name : {"aarch64-unknown-linux-gnu", "nvptx-nvidia-cuda",
                           "amdgcn-amd-amdpal", "nonsense"}) {
    const std::string error =
        errorText(llbc::Target::create(llvm::Triple(name)));
    CHECK(contains(error, name));
    CHECK(contains(error, "nvptx64-nvidia-cuda"));
  }
}

TEST_CASE(
    "without a processor the newest that a kernel names is taken, or that "
    "a function does where there is none",
    "[nvptx][target]") {
  auto function = [](const std::string &name, const std::string &convention,
                     const std::string &cpu) {
    return "define " + convention + " void @" + name + "() \"target-cpu\"=\"" +
           cpu + "\" { ret void }\n";
  };
  CHECK(cpuFor("") == "sm_30");
  CHECK(cpuFor(function("k", "ptx_kernel", "sm_80") +
               function("l", "ptx_kernel", "sm_100a") +
               function("m", "ptx_kernel", "sm_90")) == "sm_100a");
  CHECK(cpuFor(function("k", "ptx_kernel", "sm_80") +
               function("f", "", "sm_90")) == "sm_80");
  CHECK(cpuFor(function("f", "", "sm_86") + function("g", "", "sm_75")) ==
        "sm_86");
  CHECK(cpuFor(function("k", "ptx_kernel", "generic")) == "sm_30");
}

TEST_CASE("an unknown processor is an error that lists the known ones",
          "[nvptx][target]") {
  for (const char *cpu : {"sm_1", "gfx90a", "SM_80", "native"}) {
    const std::string error = errorFor(cpu, "");
    CHECK(contains(error, "unknown processor '" + std::string(cpu) + "'"));
    CHECK(contains(error, "sm_80"));
  }
  CHECK(errorFor("sm_80", "").empty());
  CHECK(errorFor("sm_90a", "").empty());
}

TEST_CASE("target features are checked one by one", "[nvptx][target]") {
  CHECK(errorFor("sm_80", "+ptx78").empty());
  CHECK(errorFor("sm_80", "+ptx78,-ptx70,").empty());
  CHECK(contains(errorFor("sm_80", "ptx78"), "must begin with + or -"));
  CHECK(contains(errorFor("sm_80", "+ptx78,+avx"), "'+avx'"));
}

TEST_CASE("the optimisation level reaches the code generator",
          "[nvptx][target]") {
  using llvm::CodeGenOptLevel;
  const std::pair<OptLevel, CodeGenOptLevel> rows[] = {
      {OptLevel::O0, CodeGenOptLevel::None},
      {OptLevel::O1, CodeGenOptLevel::Less},
      {OptLevel::O2, CodeGenOptLevel::Default},
      {OptLevel::O3, CodeGenOptLevel::Aggressive},
      {OptLevel::Os, CodeGenOptLevel::Default},
      {OptLevel::Oz, CodeGenOptLevel::Default}};
  for (const auto &[level, expected] : rows) {
    Config config;
    config.optLevel = level;
    const auto created = valueOf(machine(config));
    CHECK(created->getOptLevel() == expected);
  }
}

TEST_CASE("what every driver provides is known", "[nvptx][target]") {
  for (const char *name : {"vprintf", "malloc", "free", "__assertfail"})
    CHECK(target()->isProvided(name));
  for (const char *name : {"printf", "memcpy", "", "vprintf2"})
    CHECK_FALSE(target()->isProvided(name));
}

TEST_CASE("full debug information needs sections with labels",
          "[nvptx][target]") {
  struct Row {
    const char *cpu;
    const char *features;
    DebugLevel supported;
  };
  const Row rows[] = {{"sm_70", "", DebugLevel::Directives},
                      {"sm_70", "+ptx64", DebugLevel::Directives},
                      {"sm_70", "+ptx70", DebugLevel::Full},
                      {"sm_70", "+ptx78", DebugLevel::Full},
                      {"sm_80", "", DebugLevel::Full},
                      {"sm_90a", "", DebugLevel::Full}};
  for (const Row &row : rows) {
    CAPTURE(row.cpu, row.features);
    Config config;
    config.targetCpu = row.cpu;
    config.targetFeatures = row.features;
    const auto created = valueOf(machine(config));
    CHECK(target()->supportedDebug(DebugLevel::Full, *created) ==
          row.supported);
    for (DebugLevel level : {DebugLevel::None, DebugLevel::Directives})
      CHECK(target()->supportedDebug(level, *created) == level);
  }
}

TEST_CASE("functions of several crates lose what they were compiled for",
          "[nvptx][target]") {
  llvm::LLVMContext context;
  const auto module =
      parse(context, "define void @f() #0 { ret void }\n"
                     "define spir_kernel void @k() #0 { ret void }\n"
                     "attributes #0 = { \"target-cpu\"=\"sm_50\" "
                     "\"target-features\"=\"+ptx60\" }\n");
  Messages messages;
  target()->lower(*module, Setting(triple, "sm_80").image(), messages.diag);
  CHECK_FALSE(contains(print(*module), "target-cpu"));
  CHECK_FALSE(contains(print(*module), "target-features"));
  CHECK(module->getFunction("k")->getCallingConv() ==
        llvm::CallingConv::PTX_Kernel);
  CHECK(messages.all.empty());
}
