// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/OpenMPKernels.h"

#include "support/Catch.h"
#include "support/Messages.h"
#include "support/Modules.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// A module after the change.
struct Adapted {
  explicit Adapted(const std::string &ir,
                   const std::vector<llvm::StringRef> &kernels = {"k"},
                   const llvm::StringSet<> &calledByObjects = {})
      : module(parse(context, ir)) {
    renamed = addOpenMPArgument(*module, kernels, calledByObjects);
    std::string faults;
    llvm::raw_string_ostream os(faults);
    bool brokenDebugInfo = false;
    CHECK_FALSE(llvm::verifyModule(*module, &os, &brokenDebugInfo));
    CHECK_FALSE(brokenDebugInfo);
    CHECK(faults == "");
  }

  const llvm::Function &function(llvm::StringRef name) const {
    const llvm::Function *found = module->getFunction(name);
    REQUIRE(found);
    return *found;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::StringMap<std::string> renamed;
};

/// Whether each direct call in \p module passes what the function takes.
void checkCalls(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const auto *callee =
                llvm::dyn_cast<llvm::Function>(call->getCalledOperand())) {
          INFO(function.getName().str()
               << " calls " << callee->getName().str());
          CHECK(callee->getFunctionType() == call->getFunctionType());
        }
}

} // namespace

TEST_CASE("kernels get a pointer first", "[openmp-kernels]") {
  const Adapted adapted(nvptx + "define ptx_kernel void @k(i32 %x, ptr %p) {\n"
                                "  store i32 %x, ptr %p\n  ret void\n}\n"
                                "define ptx_kernel void @none() { ret void }\n"
                                "define void @f(i32 %x) { ret void }\n"
                                "declare ptx_kernel void @declared()\n",
                        {"k", "none", "declared", "elsewhere"});
  const llvm::Function &kernel = adapted.function("k");
  REQUIRE(kernel.arg_size() == 3);
  CHECK(kernel.getArg(0)->getType()->isPointerTy());
  CHECK(kernel.getArg(0)->use_empty());
  CHECK(kernel.getArg(1)->getName() == "x");
  CHECK(kernel.getArg(2)->getName() == "p");
  CHECK(kernel.getCallingConv() == llvm::CallingConv::PTX_Kernel);
  CHECK(adapted.function("none").arg_size() == 1);
  CHECK(adapted.function("f").arg_size() == 1);
  CHECK(adapted.function("declared").arg_size() == 0);
}

TEST_CASE("attributes stay with their parameters", "[openmp-kernels]") {
  const Adapted adapted(
      "target triple = \"amdgcn-amd-amdhsa\"\n"
      "define protected amdgpu_kernel void @k(\n"
      "    ptr addrspace(4) byref(i64) align 8 %a,\n"
      "    ptr addrspace(1) noalias readonly align 16 %b, i32 %c) #0 {\n"
      "  ret void\n}\n"
      "attributes #0 = { nounwind \"amdgpu-flat-work-group-size\"=\"1,64\" "
      "}\n");
  const llvm::Function &kernel = adapted.function("k");
  REQUIRE(kernel.arg_size() == 4);
  CHECK_FALSE(kernel.getAttributes().hasParamAttrs(0));
  CHECK(kernel.hasParamAttribute(1, llvm::Attribute::ByRef));
  CHECK(kernel.getParamAlign(1) == llvm::Align(8));
  CHECK(kernel.hasParamAttribute(2, llvm::Attribute::NoAlias));
  CHECK(kernel.hasParamAttribute(2, llvm::Attribute::ReadOnly));
  CHECK(kernel.getParamAlign(2) == llvm::Align(16));
  CHECK_FALSE(kernel.getAttributes().hasParamAttrs(3));
  CHECK(kernel.hasFnAttribute(llvm::Attribute::NoUnwind));
  CHECK(
      kernel.getFnAttribute("amdgpu-flat-work-group-size").getValueAsString() ==
      "1,64");
  CHECK(kernel.hasProtectedVisibility());
}

TEST_CASE("debug information stays with the kernel", "[openmp-kernels]") {
  const Adapted adapted(
      nvptx +
      "define ptx_kernel void @k(i32 %x) !dbg !4 {\n"
      "    #dbg_value(i32 %x, !7, !DIExpression(), !8)\n"
      "  call void @use(i32 %x), !dbg !8\n"
      "  ret void, !dbg !8\n}\n"
      "declare void @use(i32)\n"
      "!llvm.dbg.cu = !{!0}\n"
      "!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1)\n"
      "!1 = !DIFile(filename: \"k.rs\", directory: \"/\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!3 = !DISubroutineType(types: !{null, !6})\n"
      "!4 = distinct !DISubprogram(name: \"k\", scope: !1, file: !1, line: 3, "
      "type: !3, unit: !0, retainedNodes: !5)\n"
      "!5 = !{!7}\n"
      "!6 = !DIBasicType(name: \"i32\", size: 32, encoding: DW_ATE_signed)\n"
      "!7 = !DILocalVariable(name: \"x\", arg: 1, scope: !4, file: !1, "
      "type: !6)\n"
      "!8 = !DILocation(line: 4, scope: !4)\n");
  const llvm::Function &kernel = adapted.function("k");
  REQUIRE(kernel.getSubprogram());
  CHECK(kernel.getSubprogram()->getName() == "k");
  const std::string text = print(*adapted.module);
  CHECK(contains(text, "#dbg_value(i32 %x,"));
  CHECK(contains(text, "call void @use(i32 %x), !dbg"));
}

TEST_CASE("the address of a kernel stays that of the kernel",
          "[openmp-kernels]") {
  const Adapted adapted(
      nvptx + "@table = constant [1 x ptr] [ptr @k]\n"
              "@llvm.used = appending global [1 x ptr] [ptr @k], "
              "section \"llvm.metadata\"\n"
              "define ptx_kernel void @k(i32 %x) section \"here\" align 32 {\n"
              "  ret void\n}\n"
              "!named = !{!0}\n"
              "!0 = !{ptr @k, !\"note\"}\n");
  CHECK(adapted.function("k").arg_size() == 2);
  CHECK(adapted.function("k").getSection() == "here");
  CHECK(adapted.function("k.called").arg_size() == 1);
  CHECK(adapted.function("k.called").hasInternalLinkage());
  CHECK(contains(print(*adapted.module), "[1 x ptr] [ptr @k.called]"));
}

TEST_CASE("a mention in llvm.used alone moves to the entry",
          "[openmp-kernels]") {
  const Adapted adapted(nvptx +
                        "@llvm.used = appending global [1 x ptr] [ptr @k], "
                        "section \"llvm.metadata\"\n"
                        "define ptx_kernel void @k(i32 %x) {\n"
                        "  ret void\n}\n");
  CHECK(adapted.function("k").arg_size() == 2);
  CHECK(adapted.module->getFunction("k.called") == nullptr);
}

TEST_CASE("a target region of OpenMP takes the pointer already",
          "[openmp-kernels]") {
  const Adapted adapted(
      nvptx +
          "@k_kernel_environment = constant i32 1\n"
          "define ptx_kernel void @k(ptr %dyn) { ret void }\n"
          "define ptx_kernel void @__omp_offloading_1_2_main_l4(ptr %dyn) {\n"
          "  ret void\n}\n",
      {"k", "__omp_offloading_1_2_main_l4"});
  CHECK(adapted.function("k").arg_size() == 1);
  CHECK(adapted.function("__omp_offloading_1_2_main_l4").arg_size() == 1);
}

TEST_CASE("native objects go on calling the kernel itself",
          "[openmp-kernels]") {
  const Adapted adapted("target triple = \"x86_64-unknown-linux-gnu\"\n"
                        "define i32 @k(i32 %x) { ret i32 %x }\n",
                        {"k"}, llvm::StringSet<>({"k"}));
  CHECK(adapted.function("k").arg_size() == 2);
  CHECK(adapted.function("k.called").arg_size() == 1);
  CHECK(adapted.function("k.called").hasExternalLinkage());
  CHECK(adapted.function("k.called").hasHiddenVisibility());
  CHECK(adapted.renamed.lookup("k") == "k.called");
}

TEST_CASE("an alias of a function gets an entry of its own",
          "[openmp-kernels]") {
  const Adapted adapted("target triple = \"x86_64-unknown-linux-gnu\"\n"
                        "@k = alias i32 (i32), ptr @f\n"
                        "define i32 @f(i32 %x) { ret i32 %x }\n");
  CHECK(adapted.function("k").arg_size() == 2);
  CHECK(adapted.function("f").arg_size() == 1);
}

TEST_CASE("blocks whose address is taken move along", "[openmp-kernels]") {
  const Adapted adapted(nvptx + "define ptx_kernel void @k(ptr %p) {\n"
                                "  store ptr blockaddress(@k, %next), ptr %p\n"
                                "  br label %next\nnext:\n  ret void\n}\n");
  CHECK(contains(print(*adapted.module), "blockaddress(@k, %next)"));
}

TEST_CASE("calls pass what the callee takes", "[openmp-kernels]") {
  const Adapted adapted("target triple = \"x86_64-unknown-linux-gnu\"\n"
                        "define void @outer(ptr %p) {\n"
                        "  call void @inner(ptr %p)\n  ret void\n}\n"
                        "define void @inner(ptr %p) {\n"
                        "  store i32 7, ptr %p\n  ret void\n}\n"
                        "define i32 @again(i32 %n) {\n"
                        "  %r = call i32 @again(i32 %n)\n  ret i32 %r\n}\n",
                        {"outer", "inner", "again"});
  CHECK(adapted.function("outer").arg_size() == 2);
  checkCalls(*adapted.module);
}
