// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

struct Replacement {
  explicit Replacement(const std::string &ir) : module(parse(context, ir)) {
    const Origins origins;
    replaceFunctionAliases(*module, DefinitionReport(origins, messages.diag));
    CHECK_FALSE(llvm::verifyModule(*module));
  }
  std::string text() const { return print(*module); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Messages messages;
};

const std::string kernel =
    "define amdgpu_kernel void @k(ptr addrspace(1) %p) {\n"
    "  store i32 42, ptr addrspace(1) %p\n  ret void\n}\n";

} // namespace

TEST_CASE("uses of a function's alias become uses of the function",
          "[aliases]") {
  const Replacement result("define internal void @f() { ret void }\n"
                           "@a = internal alias void (), ptr @f\n"
                           "@b = internal alias void (), ptr @a\n"
                           "@table = global [2 x ptr] [ptr @a, ptr @b]\n"
                           "define void @g() {\n  call void @b()\n"
                           "  ret void\n}\n");
  CHECK(contains(result.text(), "call void @f()"));
  CHECK(contains(result.text(), "[2 x ptr] [ptr @f, ptr @f]"));
  CHECK(result.module->alias_empty());
  CHECK(result.messages.all.empty());
}

TEST_CASE("a visible alias of a kernel becomes a kernel with its own code",
          "[aliases]") {
  const Replacement result(
      kernel + "@a = alias void (ptr addrspace(1)), ptr @k\n"
               "@b = weak hidden alias void (ptr addrspace(1)), ptr @a\n");
  for (const char *name : {"a", "b", "k"}) {
    CAPTURE(name);
    const llvm::Function *function = result.module->getFunction(name);
    REQUIRE(function);
    CHECK(function->hasExternalLinkage());
    CHECK(function->getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL);
    CHECK_FALSE(function->isDeclaration());
  }
  CHECK(llvm::StringRef(result.text()).count("store i32 42") == 3);
  CHECK(result.messages.all.empty());
}

TEST_CASE("an alias of a local function becomes visible, the function does not",
          "[aliases]") {
  const Replacement result("define internal i32 @f() { ret i32 7 }\n"
                           "@a = alias i32 (), ptr @f\n");
  REQUIRE(result.module->getFunction("a"));
  CHECK(result.module->getFunction("a")->hasExternalLinkage());
  CHECK(result.module->getFunction("f")->hasLocalLinkage());
}

TEST_CASE("a copy has its own debug information", "[aliases]") {
  const Replacement result(
      "define void @f() !dbg !3 {\n  ret void, !dbg !5\n}\n"
      "@a = alias void (), ptr @f\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, "
      "emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"lib.rs\", directory: \"/src\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1, "
      "type: !4, spFlags: DISPFlagDefinition, unit: !0)\n"
      "!4 = !DISubroutineType(types: !6)\n"
      "!5 = !DILocation(line: 2, scope: !3)\n!6 = !{null}\n");
  const llvm::Function *copy = result.module->getFunction("a");
  REQUIRE(copy);
  REQUIRE(copy->getSubprogram());
  CHECK(copy->getSubprogram() !=
        result.module->getFunction("f")->getSubprogram());
}

TEST_CASE("aliases of variables stay", "[aliases]") {
  const Replacement result("@v = internal global i32 7\n"
                           "@a = alias i32, ptr @v\n");
  CHECK(result.module->getNamedAlias("a"));
  CHECK(result.messages.all.empty());
}

TEST_CASE("a local alias of a part of a function is replaced by the address",
          "[aliases]") {
  const Replacement result(
      "define void @f() { ret void }\n"
      "@a = internal alias i8, getelementptr (i8, ptr @f, i64 4)\n"
      "@table = global [1 x ptr] [ptr @a]\n");
  CHECK(contains(result.text(), "[ptr getelementptr (i8, ptr @f, i64 4)]"));
  CHECK(result.messages.all.empty());
}

TEST_CASE("a visible alias of a part of a function is an error that names it",
          "[aliases]") {
  const Replacement result(
      "define void @f() { ret void }\n"
      "@_ZN2ns1aE = alias i8, getelementptr (i8, ptr @f, i64 4)\n");
  CHECK(result.messages.diag.errorCount() == 1);
  CHECK(contains(result.messages.text(),
                 "an alias must name a whole function: ns::a ('_ZN2ns1aE')"));
}
