// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

struct Replacement {
  explicit Replacement(const std::string &ir) : module(parse(context, ir)) {
    const Origins origins;
    nvptx::replaceAliases(*module, DefinitionReport(origins, messages.diag));
    CHECK_FALSE(llvm::verifyModule(*module));
    CHECK(module->alias_empty());
  }
  std::string text() const { return print(*module); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Messages messages;
};

} // namespace

TEST_CASE("uses of an alias become uses of what it names", "[nvptx][aliases]") {
  const Replacement result("define internal void @f() { ret void }\n"
                           "@a = internal alias void (), ptr @f\n"
                           "@b = internal alias void (), ptr @a\n"
                           "define void @g() {\n  call void @b()\n"
                           "  ret void\n}\n");
  CHECK(contains(result.text(), "call void @f()"));
  CHECK_FALSE(result.module->getNamedValue("a"));
  CHECK_FALSE(result.module->getNamedValue("b"));
  CHECK(result.messages.all.empty());
}

TEST_CASE("a visible alias of a function becomes a copy of it",
          "[nvptx][aliases]") {
  const Replacement result(
      "define ptx_kernel void @k(ptr %p) {\n  store i32 42, ptr %p\n"
      "  ret void\n}\n@a = alias void (ptr), ptr @k\n"
      "@b = weak alias void (ptr), ptr @a\n");
  for (const char *name : {"a", "b", "k"}) {
    CAPTURE(name);
    const llvm::Function *function = result.module->getFunction(name);
    REQUIRE(function);
    CHECK(function->hasExternalLinkage());
    CHECK(function->getCallingConv() == llvm::CallingConv::PTX_Kernel);
    CHECK_FALSE(function->isDeclaration());
  }
  CHECK(llvm::StringRef(result.text()).count("store i32 42") == 3);
}

TEST_CASE("a visible alias of a hidden variable gives it its name",
          "[nvptx][aliases]") {
  const Replacement result("@v = internal global i32 7\n"
                           "@a = alias i32, ptr @v\n"
                           "define i32 @f() {\n  %x = load i32, ptr @v\n"
                           "  ret i32 %x\n}\n");
  const llvm::GlobalVariable *variable = result.module->getNamedGlobal("a");
  REQUIRE(variable);
  CHECK(variable->hasExternalLinkage());
  CHECK(contains(result.text(), "load i32, ptr @a"));
  CHECK(result.messages.all.empty());
}

TEST_CASE("an alias of a part is replaced by the address", "[nvptx][aliases]") {
  const Replacement result(
      "@v = internal global [2 x i32] [i32 1, i32 2]\n"
      "@a = internal alias i32, getelementptr (i8, ptr @v, i64 4)\n"
      "define i32 @f() {\n  %x = load i32, ptr @a\n  ret i32 %x\n}\n");
  CHECK(contains(result.text(),
                 "load i32, ptr getelementptr (i8, ptr @v, i64 4)"));
}

TEST_CASE("an alias without an equivalent is an error that names it",
          "[nvptx][aliases]") {
  const Replacement part(
      "@v = internal global [2 x i32] [i32 1, i32 2]\n"
      "@_ZN2ns1aE = alias i32, getelementptr (i8, ptr @v, i64 4)\n");
  CHECK(part.messages.diag.errorCount() == 1);
  CHECK(contains(part.messages.text(),
                 "an alias that PTX cannot express: ns::a ('_ZN2ns1aE')"));
}

TEST_CASE("an ifunc is an error that names it", "[nvptx][aliases]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "define ptr @r() { ret ptr null }\n"
                                     "@i = ifunc void (), ptr @r\n");
  Messages messages;
  const Origins origins;
  nvptx::replaceAliases(*module, DefinitionReport(origins, messages.diag));
  CHECK(contains(messages.text(), "PTX has no indirect functions (ifunc): i"));
}
