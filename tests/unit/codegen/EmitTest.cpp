// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Emit.h"

#include "codegen/Optimize.h"
#include "codegen/Target.h"
#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"

#include "llvm/Bitcode/BitcodeReader.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// A module with a machine for sm_80.
struct Program {
  explicit Program(const std::string &ir, OptLevel level) {
    const llvm::Triple triple("nvptx64-nvidia-cuda");
    module =
        parse(context, "target datalayout = \"" + triple.computeDataLayout() +
                           "\"\n" + nvptx + ir);
    const auto target = valueOf(llbc::Target::create(triple));
    machine = valueOf(makeMachine(triple, "sm_80", "", level));
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
};

const std::string program = "declare i32 @__nvvm_reflect(ptr)\n"
                            "@name = internal constant [12 x i8] "
                            "c\"__CUDA_ARCH\\00\"\n"
                            "define internal i32 @dead() { ret i32 7 }\n"
                            "define internal i32 @arch() {\n"
                            "  %a = call i32 @__nvvm_reflect(ptr @name)\n"
                            "  ret i32 %a\n}\n"
                            "define ptx_kernel void @k(ptr %p) {\n"
                            "  %a = call i32 @arch()\n"
                            "  store i32 %a, ptr %p\n  ret void\n}\n";

} // namespace

TEST_CASE("the optimiser knows the machine at every level", "[optimise]") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3,
                         OptLevel::Os, OptLevel::Oz}) {
    Program p(program, level);
    optimize(*p.module, *p.machine, level);
    const std::string text = print(*p.module);
    CHECK(contains(text, "800"));
    CHECK_FALSE(contains(text, "call i32 @__nvvm_reflect"));
  }
}

TEST_CASE("what is dead is gone at every level", "[optimise]") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O1, OptLevel::O3}) {
    Program p(program, level);
    optimize(*p.module, *p.machine, level);
    CHECK_FALSE(p.module->getFunction("dead"));
    CHECK(p.module->getFunction("k"));
  }
}

TEST_CASE("only optimised code is inlined", "[optimise]") {
  for (OptLevel level : {OptLevel::O0, OptLevel::O2, OptLevel::O3}) {
    Program p(program, level);
    optimize(*p.module, *p.machine, level);
    CHECK((p.module->getFunction("arch") != nullptr) ==
          (level == OptLevel::O0));
  }
}

TEST_CASE("a module becomes assembly for its machine", "[emit]") {
  Program p("define ptx_kernel void @k() { ret void }\n", OptLevel::O3);
  const std::string text = valueOf(
      emitCode(*p.module, *p.machine, llvm::CodeGenFileType::AssemblyFile));
  CHECK(contains(text, ".target sm_80"));
  CHECK(contains(text, ".visible .entry k("));
}

TEST_CASE("bitcode and text hold the module", "[emit]") {
  Program p("define ptx_kernel void @k() { ret void }\n", OptLevel::O0);
  llvm::LLVMContext other;
  const std::string bytes = emitBitcode(*p.module);
  const auto read = valueOf(llvm::parseBitcodeFile({bytes, "m"}, other));
  CHECK(read->getFunction("k"));
  const auto parsed = parse(other, emitIR(*p.module));
  CHECK(parsed->getFunction("k"));
}
