// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links at the same time give what they give one after the other. Built with
// -fsanitize=thread (preset `tsan`) this is also a search for data races.

#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include <thread>

using namespace llbc;
using namespace llbc::test;

namespace {

constexpr unsigned threadCount = 8;

struct Job {
  std::vector<std::string> inputs;
  Config config;

  Job(std::vector<std::string> texts, const std::string &cpu, EmitKind kind)
      : inputs(std::move(texts)) {
    config.targetCpu = cpu;
    config.optLevel = OptLevel::O2;
    config.emissions = {{kind, ""}};
    config.hostTriple = "x86_64-unknown-linux-gnu";
  }

  std::string link() const {
    Config own = config;
    for (const std::string &input : inputs)
      own.inputs.push_back({InputArg::Kind::Buffer, "text", false, input});
    std::string text;
    Diagnostics diag(
        [&](const Diagnostic &message) { text += message.text() + "\n"; });
    const LinkResult result = llbc::link(own, diag);
    for (const OutputFile &file : result.outputs)
      text += file.bytes;
    return (result.succeeded ? "linked " : "failed ") + text;
  }
};

std::string caller(const std::string &triple, const std::string &convention,
                   const std::string &name) {
  return "target triple = \"" + triple + "\"\ndeclare i32 @step(i32)\ndefine " +
         convention + " void @" + name +
         "(ptr %p) {\n  %a = load i32, ptr %p\n"
         "  %b = call i32 @step(i32 %a)\n"
         "  %c = atomicrmw add ptr %p, i32 %b seq_cst\n  ret void\n}\n";
}

std::string callee(const std::string &triple, unsigned number) {
  return "target triple = \"" + triple +
         "\"\ndefine i32 @step(i32 %a) {\n  %b = mul i32 %a, " +
         std::to_string(number) + "\n  ret i32 %b\n}\n";
}

/// A link for thread \p i: PTX, code objects, x86-64 images, several images in
/// a package, options for LLVM, and links that fail.
Job jobFor(unsigned i) {
  const std::string nvidia = "nvptx64-nvidia-cuda";
  const std::string amd = "amdgcn-amd-amdhsa";
  const std::string host = "x86_64-unknown-linux-gnu";
  const std::string name = "k" + std::to_string(i);
  switch (i % threadCount) {
  case 0:
    return Job({caller(nvidia, "ptx_kernel", name), callee(nvidia, i)}, "sm_90",
               EmitKind::Asm);
  case 1:
    return Job({caller(amd, "amdgpu_kernel", name), callee(amd, i)}, "gfx90a",
               EmitKind::Elf);
  case 2:
    return Job({caller(host, "", name), callee(host, i)}, "x86-64",
               EmitKind::Elf);
  case 3:
    return Job({caller(nvidia, "ptx_kernel", name)}, "sm_70", EmitKind::Asm);
  case 4: {
    Job job({caller(amd, "amdgpu_kernel", name), callee(amd, i)}, "",
            EmitKind::HostObj);
    job.config.offloadArchs = {"gfx906", "gfx90a", "gfx1100"};
    return job;
  }
  case 5: {
    Job job({caller(nvidia, "ptx_kernel", name), callee(nvidia, i)}, "sm_80",
            EmitKind::Asm);
    job.config.llvmArgs = {"-nvptx-no-f16-math"};
    return job;
  }
  case 6:
    return Job({"this is no bitcode"}, "sm_80", EmitKind::Asm);
  default: {
    Job job({caller(nvidia, "ptx_kernel", name), callee(nvidia, i)}, "sm_75",
            EmitKind::LlvmIr);
    job.config.timeTrace = "";
    job.config.saveTempsDir = "";
    return job;
  }
  }
}

} // namespace

TEST_CASE("links on eight threads at once are those of one thread",
          "[link][threads]") {
  constexpr unsigned rounds = 4;
  std::vector<std::string> together(threadCount * rounds);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i != threadCount; ++i)
    threads.emplace_back([&, i] {
      for (unsigned round = 0; round != rounds; ++round)
        together[round * threadCount + i] =
            jobFor(round * threadCount + i).link();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (unsigned i = 0; i != together.size(); ++i) {
    CAPTURE(i);
    const bool mustFail = i % threadCount == 3 || i % threadCount == 6;
    CHECK(llvm::StringRef(together[i])
              .starts_with(mustFail ? "failed" : "linked"));
    CHECK(together[i] == jobFor(i).link());
  }
}
