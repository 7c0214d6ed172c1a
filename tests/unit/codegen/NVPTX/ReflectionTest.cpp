// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Libdevice.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string questions =
    "@arch = private addrspace(4) constant [12 x i8] c\"__CUDA_ARCH\\00\"\n"
    "@ftz = private constant [11 x i8] c\"__CUDA_FTZ\\00\"\n"
    "@sqrt = private constant [17 x i8] c\"__CUDA_PREC_SQRT\\00\"\n"
    "@div = private constant [16 x i8] c\"__CUDA_PREC_DIV\\00\"\n"
    "@other = private constant [6 x i8] c\"OTHER\\00\"\n"
    "declare i32 @__nvvm_reflect(ptr)\n";

std::string fold(const std::string &ir,
                 const nvptx::Reflection &reflection = {80}) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  nvptx::foldReflection(*module, reflection);
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  return print(*module);
}

/// What the question in the variable \p name becomes.
std::string answer(const std::string &name,
                   const nvptx::Reflection &reflection) {
  const std::string text = fold(
      questions + "define i32 @f() {\n  %r = call i32 @__nvvm_reflect(ptr " +
          name + ")\n  ret i32 %r\n}\n",
      reflection);
  return llvm::StringRef(text).split("ret i32 ").second.split('\n').first.str();
}

const std::string arch = "addrspacecast (ptr addrspace(4) @arch to ptr)";

} // namespace

TEST_CASE("questions get the processor's and the options' answers",
          "[nvptx][reflection]") {
  CHECK(answer(arch, {75}) == "750");
  CHECK(answer(arch, {120}) == "1200");
  CHECK(answer("@ftz", {80, true}) == "1");
  CHECK(answer("@ftz", {80, false}) == "0");
  CHECK(answer("@sqrt", {80, false, true, false}) == "1");
  CHECK(answer("@sqrt", {80, false, false, true}) == "0");
  CHECK(answer("@div", {80, false, true, false}) == "0");
  CHECK(answer("@div", {80, false, false, true}) == "1");
}

TEST_CASE("an unknown question gets 0", "[nvptx][reflection]") {
  CHECK(answer("@other", {80, true}) == "0");
}

TEST_CASE("all forms of the question are one", "[nvptx][reflection]") {
  for (const char *name :
       {"__nvvm_reflect", "__nvvm_reflect_ocl", "llvm.nvvm.reflect"})
    CHECK(contains(fold("@a = private constant [12 x i8] c\"__CUDA_ARCH\\00\"\n"
                        "declare i32 @" +
                        std::string(name) +
                        "(ptr)\ndefine i32 @f() {\n  %r = call i32 @" + name +
                        "(ptr @a)\n  ret i32 %r\n}\n"),
                   "ret i32 800"));
}

TEST_CASE("a branch that the answer decides is gone, with its values",
          "[nvptx][reflection]") {
  const std::string text =
      fold(questions +
           "declare i32 @old()\ndefine i32 @f() {\nentry:\n"
           "  %r = call i32 @__nvvm_reflect(ptr " +
           arch +
           ")\n  %c = icmp ult i32 %r, 700\n  %n = xor i1 %c, true\n"
           "  br i1 %n, label %b, label %a\na:\n  %o = call i32 @old()\n"
           "  br label %e\nb:\n  br label %e\n"
           "e:\n  %v = phi i32 [ %o, %a ], [ 7, %b ]\n  ret i32 %v\n}\n");
  CHECK_FALSE(contains(text, "call i32"));
  CHECK_FALSE(contains(text, "icmp"));
}

TEST_CASE("a switch and a selection are decided as well",
          "[nvptx][reflection]") {
  const std::string text = fold(
      questions +
      "define i32 @f() {\nentry:\n"
      "  %r = call i32 @__nvvm_reflect(ptr " +
      arch +
      ")\n  %s = select i1 false, i32 1, i32 %r\n"
      "  switch i32 %s, label %d [ i32 800, label %a\n    i32 900, label %b ]\n"
      "a:\n  ret i32 1\nb:\n  ret i32 2\nd:\n  ret i32 3\n}\n");
  CHECK(contains(text, "ret i32 1"));
  CHECK_FALSE(contains(text, "ret i32 2"));
  CHECK_FALSE(contains(text, "ret i32 3"));
}

TEST_CASE("a question in a loop is answered", "[nvptx][reflection]") {
  const std::string text =
      fold(questions + "define void @f() {\nentry:\n  br label %loop\nloop:\n"
                       "  %i = phi i32 [ 0, %entry ], [ %r, %loop ]\n"
                       "  %r = call i32 @__nvvm_reflect(ptr @ftz)\n"
                       "  %c = icmp eq i32 %i, %r\n"
                       "  br i1 %c, label %loop, label %end\nend:\n"
                       "  ret void\n}\n");
  CHECK_FALSE(contains(text, "call i32"));
}

TEST_CASE("what is no constant question is left", "[nvptx][reflection]") {
  CHECK(contains(fold(questions + "define i32 @f(ptr %q) {\n  %r = call i32 "
                                  "@__nvvm_reflect(ptr %q)\n  ret i32 %r\n}\n"),
                 "call i32 @__nvvm_reflect(ptr %q)"));
  CHECK(contains(fold(questions + "define ptr @f() {\n"
                                  "  ret ptr @__nvvm_reflect\n}\n"),
                 "ret ptr @__nvvm_reflect"));
}

TEST_CASE("a definition of the user's is no question", "[nvptx][reflection]") {
  CHECK(contains(
      fold("@a = private constant [12 x i8] c\"__CUDA_ARCH\\00\"\n"
           "define i32 @__nvvm_reflect(ptr %p) {\n  ret i32 42\n}\n"
           "define i32 @f() {\n  %r = call i32 @__nvvm_reflect(ptr @a)\n"
           "  ret i32 %r\n}\n"),
      "call i32 @__nvvm_reflect(ptr @a)"));
}
