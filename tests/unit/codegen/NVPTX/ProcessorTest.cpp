// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Processor.h"

#include "codegen/Emit.h"
#include "support/Catch.h"
#include "support/Setting.h"

#include "llvm/MC/MCSubtargetInfo.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const llvm::Triple triple("nvptx64-nvidia-cuda");

/// 78 for the `.version 7.8` that LLVM itself writes.
unsigned writtenIsa(llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  const auto module = parse(context, "target triple = \"" + triple.str() +
                                         "\"\ndefine void @f() { ret void }\n");
  module->setDataLayout(machine.createDataLayout());
  const std::string ptx =
      valueOf(emitCode(*module, machine, llvm::CodeGenFileType::AssemblyFile));
  llvm::StringRef rest = llvm::StringRef(ptx).split(".version ").second;
  unsigned major = 0;
  unsigned minor = 0;
  REQUIRE_FALSE(rest.consumeInteger(10, major));
  REQUIRE(rest.consume_front("."));
  REQUIRE_FALSE(rest.consumeInteger(10, minor));
  return major * 10 + minor;
}

} // namespace

TEST_CASE("every processor has the PTX version that LLVM writes for it",
          "[nvptx][processor]") {
  const Setting any(triple, "sm_80");
  for (const llvm::SubtargetSubTypeKV &cpu :
       any.machine->getMCSubtargetInfo()->getAllProcessorDescriptions()) {
    CAPTURE(cpu.Key);
    const Setting setting(triple, cpu.Key);
    const nvptx::Processor known = nvptx::processorOf(*setting.machine);
    CHECK(known.isa == writtenIsa(*setting.machine));
    CHECK(known.sm == nvptx::smVersion(cpu.Key));
    CHECK(known.sm >= 20);
  }
}

TEST_CASE("a feature decides about the PTX version", "[nvptx][processor]") {
  const Setting setting(triple, "sm_70", "+ptx81");
  CHECK(nvptx::processorOf(*setting.machine).isa == 81);
  CHECK(nvptx::processorOf(*setting.machine).sm == 70);
}

TEST_CASE("a processor's number is read without its suffix",
          "[nvptx][processor]") {
  CHECK(nvptx::smVersion("sm_90a") == 90);
  CHECK(nvptx::smVersion("sm_100f") == 100);
  CHECK(nvptx::smVersion("sm_") == 0);
  CHECK(nvptx::smVersion("gfx90a") == 0);
}
