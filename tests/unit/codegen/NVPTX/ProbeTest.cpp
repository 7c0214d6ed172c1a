// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Probe.h"

#include "codegen/NVPTX/Processor.h"

#include "codegen/Target.h"
#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Modules.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llbc;
using namespace llbc::nvptx;
using namespace llbc::test;

namespace {

const llvm::Triple triple("nvptx64-nvidia-cuda");
const auto target = valueOf(llbc::Target::create(triple));

const std::string code =
    test::nvptx +
    "declare void @llvm.nvvm.barrier.cluster.arrive()\n"
    "declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)\n"
    "define ptx_kernel void @plain() { ret void }\n"
    "define ptx_kernel void @alloca(i64 %n) {\n"
    "  %a = alloca i8, i64 %n\n"
    "  store volatile i8 1, ptr %a\n"
    "  ret void\n"
    "}\n"
    "define internal void @cluster() {\n"
    "  call void @llvm.nvvm.barrier.cluster.arrive()\n"
    "  ret void\n"
    "}\n"
    "define void @registers() {\n"
    "  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 64)\n"
    "  ret void\n"
    "}\n"
    "define void @never(ptr %p, fp128 %x) {\n"
    "  %y = fadd fp128 %x, %x\n"
    "  store fp128 %y, ptr %p\n"
    "  ret void\n"
    "}\n";

/// What \p body makes of a prober for `code`, in a child: handlers of faults
/// belong to a process.
std::string probe(const std::function<std::string(const Prober &)> &body) {
  const ChildResult result = runInChild([&] {
    catchCrashes();
    runOnLargeStack([&] {
      const std::string bytes = bitcode(code);
      const Origins origins;
      say(body(Prober(bytes, triple, OptLevel::O0, origins)));
    });
    return 0;
  });
  CHECK(result.status == 0);
  return result.output;
}

/// The processors and the ISA, "own" for one that need not be asked for.
std::string needOf(const std::string &function, const std::string &cpu,
                   unsigned isa) {
  return probe([&](const Prober &prober) {
    const std::optional<Need> need = prober.needOf(function, cpu, isa);
    if (!need)
      return std::string("none");
    return llvm::join(need->cpus, ",") + " " + std::to_string(need->isa) +
           (need->isDefaultIsa ? " own" : "");
  });
}

} // namespace

TEST_CASE("the ISA that features ask for is the newest of them",
          "[nvptx][probe]") {
  CHECK(requestedIsa(triple, "") == 0);
  CHECK(requestedIsa(triple, "+ptx78") == 78);
  CHECK(requestedIsa(triple, "+ptx80,+ptx71") == 80);
  CHECK(requestedIsa(triple, "+ptx78,-ptx78") == 0);
}

TEST_CASE("a processor's own ISA is the oldest that knows it",
          "[nvptx][probe]") {
  const std::pair<const char *, unsigned> rows[] = {
      {"sm_30", 32}, {"sm_80", 70}, {"sm_90", 78}, {"sm_90a", 80}};
  for (const auto &[cpu, isa] : rows)
    CHECK(defaultIsa(triple, cpu) == isa);
}

TEST_CASE("what a function needs is the least that LLVM has code with",
          "[nvptx][probe]") {
  CHECK(needOf("alloca", "sm_80", 70) == " 73");
  CHECK(needOf("alloca", "sm_60", 71) == " 73");
  CHECK(needOf("alloca", "sm_50", 40) == "sm_52 73");
  CHECK(needOf("cluster", "sm_80", 70) == "sm_90 78 own");
  CHECK(llvm::StringRef(needOf("registers", "sm_90", 78))
            .starts_with("sm_90a,sm_100a,"));
  CHECK(needOf("never", "sm_80", 70) == "none");
}

TEST_CASE("functions that are left out do not count", "[nvptx][probe]") {
  auto emit = [](const std::set<std::string> &kept) {
    return probe([&](const Prober &prober) -> std::string {
      const Attempt attempt = prober.emitFor(
          "sm_80", 0, [&](auto name) { return kept.count(name.str()) != 0; });
      return attempt.succeeded() ? "made" : "failed";
    });
  };
  CHECK(emit({}) == "made");
  CHECK(emit({"plain"}) == "made");
  CHECK(emit({"plain", "alloca"}) == "failed");
  CHECK(emit({"plain", "cluster"}) == "failed");
}

TEST_CASE("what LLVM reports goes with its function", "[nvptx][probe]") {
  auto blamed = [](const std::string &function) {
    return probe([&](const Prober &prober) {
      const Attempt attempt = prober.emitFor(
          "sm_80", 0, [&](auto name) { return name == function; });
      return attempt.fault ? "fault in " + attempt.fault->function()
                           : attempt.complaints.front().function;
    });
  };
  CHECK(blamed("alloca") == "alloca");
  CHECK(blamed("cluster") == "fault in cluster");
}

TEST_CASE("kernels are told from functions", "[nvptx][probe]") {
  auto isKernel = [](const std::string &function) {
    return probe([&](const Prober &prober) -> std::string {
      return prober.isKernel(function) ? "kernel" : "function";
    });
  };
  CHECK(isKernel("plain") == "kernel");
  CHECK(isKernel("cluster") == "function");
  CHECK(isKernel("missing") == "function");
}
