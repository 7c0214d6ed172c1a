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

const llvm::Triple triple("x86_64-unknown-linux-gnu");

std::unique_ptr<llbc::Target> target() {
  return valueOf(llbc::Target::create(triple));
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
machine(const std::string &cpu, const std::string &features = "") {
  Config config;
  config.targetCpu = cpu;
  config.targetFeatures = features;
  llvm::LLVMContext context;
  return target()->createMachine(config, *parse(context, ""));
}

bool hasFeature(const std::string &cpu, const std::string &features,
                const std::string &feature) {
  const auto made = valueOf(machine(cpu, features));
  return made->getMCSubtargetInfo()->checkFeatures("+" + feature);
}

/// \p ir after `lower`.
std::string lowered(const std::string &ir) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  Messages messages;
  target()->lower(*module, Setting(triple, "x86-64").image(), messages.diag);
  CHECK(messages.text() == "");
  return print(*module);
}

} // namespace

TEST_CASE("x86-64 Linux is a target, other systems are not", "[x86]") {
  CHECK(target()->imageKind() == EmitKind::Elf);
  for (const char *name : {"x86_64-pc-windows-msvc", "x86_64-apple-darwin",
                           "i686-unknown-linux-gnu"})
    CHECK(contains(errorText(llbc::Target::create(llvm::Triple(name))),
                   "x86_64-unknown-linux-gnu"));
}

TEST_CASE("without a processor the code runs on all of them", "[x86]") {
  CHECK(valueOf(machine(""))->getTargetCPU() == "x86-64");
  CHECK(hasFeature("", "", "sse2"));
  CHECK_FALSE(hasFeature("", "", "avx"));
}

TEST_CASE("processors are those of clang's -march", "[x86]") {
  for (const char *cpu : {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4",
                          "haswell", "znver4", "core-avx2", "generic"})
    CHECK(valueOf(machine(cpu))->getTargetCPU() == cpu);
  CHECK(hasFeature("x86-64-v3", "", "avx2"));
  CHECK_FALSE(hasFeature("x86-64-v3", "-avx2", "avx2"));
  CHECK(hasFeature("x86-64", "+avx2,+fma", "fma"));
}

TEST_CASE("native is the processor at hand, with what it can do", "[x86]") {
  const auto made = valueOf(machine("native"));
  CHECK(made->getTargetCPU() != "native");
  CHECK(made->getMCSubtargetInfo()->checkFeatures("+sse2"));
  CHECK_FALSE(hasFeature("native", "-sse3", "sse3"));
}

TEST_CASE("an unknown processor or feature is an error that names it",
          "[x86]") {
  const std::string cpu = errorText(machine("gfx90a"));
  CHECK(contains(cpu, "'gfx90a'"));
  CHECK(contains(cpu, "x86-64-v3"));
  CHECK(contains(errorText(machine("", "+warp")), "'+warp'"));
  CHECK(contains(errorText(machine("", "avx2")), "'avx2'"));
}

TEST_CASE("the libraries of C, C++ and OpenMP are there when it is loaded",
          "[x86]") {
  const auto x86 = target();
  CHECK_FALSE(x86->isSelfContained());
  for (const char *name :
       {"malloc", "free", "memcpy", "printf", "sin", "powf", "abort", "strlen",
        "pthread_create", "__cxa_throw", "_ZSt9terminatev", "_Unwind_Resume",
        "omp_get_num_threads", "__kmpc_barrier", "__dso_handle", "_end"})
    CHECK(x86->isProvided(name));
  // The tool has some of these, and so has libgcc_s.
  for (const char *name :
       {"mallocs", "nowhere", "", "_ZN2ns1fEv", "vprintff", "deflate",
        "LLVMContextCreate", "_ZN4llbc4linkEv", "__udivti3"})
    CHECK_FALSE(x86->isProvided(name));
}

TEST_CASE("without a list it shows what a shared library shows", "[x86]") {
  Config config;
  CHECK(target()->unlisted(config) == Unlisted::Visible);
  config.exportSymbols = {"f"};
  CHECK(target()->unlisted(config) == Unlisted::Hidden);
  config.exportSymbols.clear();
  config.exportFiles = {"list"};
  CHECK(target()->unlisted(config) == Unlisted::Hidden);
}

TEST_CASE("kernels have the convention that others call", "[x86]") {
  const std::string ir = lowered("define spir_kernel void @a() {\n"
                                 "  ret void\n}\n"
                                 "define ptx_kernel void @b() {\n"
                                 "  ret void\n}\n"
                                 "define amdgpu_kernel void @c() {\n"
                                 "  ret void\n}\n");
  CHECK_FALSE(contains(ir, "_kernel"));
  CHECK(contains(ir, "void @a()"));
}

TEST_CASE("a chosen processor replaces that of the functions, which keep their "
          "instructions",
          "[x86]") {
  const std::string ir =
      lowered("define void @f() \"target-cpu\"=\"x86-64-v3\" "
              "\"target-features\"=\"+sha,-sse4a\" \"tune-cpu\"=\"generic\" {\n"
              "  ret void\n}\n");
  CHECK(contains(ir, "+avx2"));
  CHECK(contains(ir, "+sha,-sse4a\""));
  CHECK_FALSE(contains(ir, "target-cpu"));
  CHECK_FALSE(contains(ir, "tune-cpu"));
}

TEST_CASE("libraries of every process need no file", "[x86]") {
  for (const char *name : {"c", "m", "stdc++", "pthread", "gcc_s", "omp"})
    CHECK(target()->providesLibrary(name));
  CHECK_FALSE(target()->providesLibrary("z"));
}

TEST_CASE("code for a program becomes position-independent", "[x86]") {
  const std::string ir =
      lowered("@t = internal thread_local(localexec) global i32 1\n"
              "@d = external dso_local global i32\n"
              "@h = external hidden global i32\n"
              "define ptr @f() {\n  ret ptr @d\n}\n"
              "define ptr @g() {\n  ret ptr @h\n}\n"
              "!llvm.module.flags = !{!0, !1}\n"
              "!0 = !{i32 8, !\"PIC Level\", i32 0}\n"
              "!1 = !{i32 7, !\"PIE Level\", i32 2}\n");
  CHECK(contains(ir, "@t = internal thread_local global"));
  CHECK(contains(ir, "@d = external global"));
  CHECK(contains(ir, "!\"PIC Level\", i32 2"));
  CHECK(contains(ir, "!\"PIE Level\", i32 0"));
}

TEST_CASE("debug information is kept as it is wanted", "[x86]") {
  const auto made = valueOf(machine(""));
  for (const DebugLevel level :
       {DebugLevel::None, DebugLevel::Lines, DebugLevel::Full})
    CHECK(target()->supportedDebug(level, *made) == level);
}
