// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;

namespace {

std::string check(const std::string &ir, nvptx::Processor cpu = {90, 78}) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  Messages messages;
  const Origins origins;
  nvptx::checkModule(
      *module, [&] { return cpu; }, DefinitionReport(origins, messages.diag));
  return messages.text();
}

} // namespace

TEST_CASE("shared memory cannot start with values", "[nvptx][checks]") {
  const std::string text = check("@s = addrspace(3) global i32 7\n"
                                 "@t = internal addrspace(3) global "
                                 "[2 x i32] [i32 0, i32 1]\n");
  CHECK(contains(text, "shared memory cannot have an initial value: s\n"));
  CHECK(contains(text, "shared memory cannot have an initial value: t\n"));
}

TEST_CASE("shared memory without values is fine", "[nvptx][checks]") {
  CHECK(check("@a = addrspace(3) global i32 undef\n"
              "@b = addrspace(3) global [8 x float] poison\n"
              "@c = addrspace(3) global i32 0\n"
              "@d = addrspace(3) global [8 x i32] zeroinitializer\n"
              "@e = external addrspace(3) global [0 x i32]\n"
              "@f = addrspace(1) global i32 7\n"
              "@g = addrspace(4) constant i32 7\n")
            .empty());
}

TEST_CASE("initialisers that refer to each other in a circle are an error",
          "[nvptx][checks]") {
  const std::string text =
      check("@a = global ptr @b\n@b = global ptr @c\n@c = global ptr @a\n");
  CHECK(contains(text, "in a circle"));
  CHECK(llvm::StringRef(text).count("circle") == 1);
}

TEST_CASE("a variable that holds its own address is an error",
          "[nvptx][checks]") {
  CHECK(contains(check("@a = global { i32, ptr } { i32 1, ptr @a }\n"),
                 "in a circle: a\n"));
}

TEST_CASE("a circle through an address inside a variable is found",
          "[nvptx][checks]") {
  CHECK(contains(
      check("@a = addrspace(1) global [2 x i64] [i64 0, i64 ptrtoint (ptr "
            "addrspace(1) getelementptr (i8, ptr addrspace(1) @b, i64 4) to "
            "i64)]\n@b = addrspace(1) global i64 ptrtoint (ptr addrspace(1) @a "
            "to i64)\n"),
      "in a circle"));
}

TEST_CASE("initialisers that share a variable form no circle",
          "[nvptx][checks]") {
  CHECK(check("@a = global [2 x ptr] [ptr @b, ptr @c]\n@b = global ptr @d\n"
              "@c = global ptr @d\n@d = global i32 1\n"
              "@e = global ptr @f\n@f = external global i32\n"
              "@g = global ptr @h\n"
              "define void @h() {\n  store ptr @g, ptr @g\n  ret void\n}\n")
            .empty());
}

TEST_CASE("a long chain of initialisers needs no deep recursion",
          "[nvptx][checks]") {
  constexpr unsigned length = 20000;
  std::string ir;
  for (unsigned i = 0; i != length; ++i)
    ir += "@v" + std::to_string(i) + " = global ptr @v" +
          std::to_string(i + 1) + "\n";
  ir += "@v" + std::to_string(length) + " = global ptr null\n";
  CHECK(check(ir).empty());
}

TEST_CASE("a thread-local variable that is used is an error",
          "[nvptx][checks]") {
  CHECK(contains(check("@t = thread_local global i32 0\n"
                       "@u = thread_local global i32 0\n"
                       "define ptr @f() { ret ptr @t }\n"),
                 "PTX has no thread-local variables: t\n"));
  CHECK(check("@u = thread_local global i32 0\n").empty());
}

TEST_CASE("a kernel cannot return a value", "[nvptx][checks]") {
  CHECK(check("define ptx_kernel i32 @k() { ret i32 1 }\n"
              "define i32 @f() { ret i32 1 }\n"
              "define ptx_kernel void @v() { ret void }\n") ==
        "a kernel cannot return a value: k\n");
}

TEST_CASE("variables are where PTX has some", "[nvptx][checks]") {
  for (const char *space : {"2", "5", "6", "7", "101", "200"}) {
    CAPTURE(space);
    const std::string variable = "addrspace(" + std::string(space) + ")";
    CHECK(contains(check("@v = internal " + variable +
                         " global i32 poison\ndefine i32 @f() {\n  %x = load "
                         "i32, ptr " +
                         variable + " @v\n  ret i32 %x\n}\n"),
                   "PTX has no variables in address space " +
                       std::string(space) + ": v\n"));
  }
}

TEST_CASE("kernels take integers of any size but none", "[nvptx][checks]") {
  for (const char *width :
       {"1", "2", "8", "24", "63", "64", "65", "127", "256"}) {
    CAPTURE(width);
    CHECK(check("define ptx_kernel void @k(i" + std::string(width) +
                " %x) { ret void }\n")
              .empty());
  }
  CHECK(check("define ptx_kernel void @k({} %x) { ret void }\n") ==
        "PTX has no kernel parameters without a size: k\n");
}

TEST_CASE("constant memory cannot be written", "[nvptx][checks]") {
  const std::pair<const char *, bool> rows[] = {
      {"store i32 1, ptr addrspace(4) %c", true},
      {"%v = atomicrmw add ptr addrspace(4) %c, i32 1 monotonic", true},
      {"%v = cmpxchg ptr addrspace(4) %c, i32 1, i32 2 monotonic monotonic",
       true},
      {"call void @llvm.memset.p4.i64(ptr addrspace(4) %c, i8 0, i64 4, i1 "
       "false)",
       true},
      {"%v = load i32, ptr addrspace(4) %c", false},
      {"store i32 1, ptr addrspace(1) %g", false}};
  for (const auto &[code, isError] : rows) {
    CAPTURE(code);
    const std::string text =
        check("declare void @llvm.memset.p4.i64(ptr addrspace(4), i8, i64, i1)"
              "\ndefine void @f(ptr addrspace(4) %c, ptr addrspace(1) %g) {\n" +
              std::string(code) + "\n  ret void\n}\n");
    CHECK(text ==
          (isError ? "constant memory cannot be written\n  in f\n" : ""));
  }
}

TEST_CASE("an atomic scope of another target is an error that names it",
          "[nvptx][checks]") {
  auto fence = [](const std::string &scope) {
    return check("define void @f() {\n  fence " + scope +
                 " seq_cst\n  ret void\n}\n");
  };
  for (const char *scope :
       {"", "syncscope(\"block\")", "syncscope(\"cluster\")",
        "syncscope(\"device\")", "syncscope(\"singlethread\")"}) {
    CAPTURE(scope);
    CHECK(fence(scope).empty());
  }
  CHECK(contains(fence("syncscope(\"agent\")"),
                 "PTX has no atomic scope 'agent'\n  in f\n"));
  CHECK(contains(fence("syncscope(\"workgroup\")"), "'workgroup'"));
}

TEST_CASE("the header's directives are not for assembly", "[nvptx][checks]") {
  auto inlined = [](const std::string &text) {
    return check("define void @f() {\n  call void asm sideeffect \"" + text +
                 "\", \"\"()\n  ret void\n}\n");
  };
  CHECK(inlined(".target sm_90;") ==
        "assembly must not contain .target\n  in f\n");
  CHECK(contains(inlined("{\\0A.version 9.0\\0A}"), ".version"));
  CHECK(inlined("mov.u32 %r1, %tid.x; .reg .b32 target; x.target;").empty());
  CHECK(inlined(".targets").empty());
  CHECK(check("module asm \".address_size 32\"\n") ==
        "the module-level assembly must not contain .address_size\n");
}
