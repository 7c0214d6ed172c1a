// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Internalize.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;
using llvm::GlobalValue;

TEST_CASE("kernels and exports are visible and all else is internal",
          "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", R"(
define hidden ptx_kernel void @k() {
  call void @f()
  call void @g()
  ret void
}
define weak_odr void @f() { ret void }
define linkonce hidden void @g() { ret void }
@v = protected addrspace(1) global i32 1
)")
      .exporting("g")
      .exporting("v");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  for (const char *name : {"k", "g", "v"}) {
    CAPTURE(name);
    const GlobalValue *value = module->getNamedValue(name);
    REQUIRE(value);
    CHECK(value->getLinkage() == GlobalValue::ExternalLinkage);
    CHECK_FALSE(value->hasHiddenVisibility());
  }
  CHECK(module->getNamedValue("v")->hasProtectedVisibility());
  CHECK(module->getNamedValue("f")->hasInternalLinkage());
  CHECK_FALSE(llvm::verifyModule(*module));
}

TEST_CASE("members of llvm.used stay visible", "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n"
                     "@u = global i32 1\n@i = internal global i32 2\n"
                     "@c = global i32 3\n"
                     "@llvm.used = appending global [2 x ptr] [ptr @u, ptr @i]"
                     ", section \"llvm.metadata\"\n"
                     "@llvm.compiler.used = appending global [1 x ptr] "
                     "[ptr @c], section \"llvm.metadata\"\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK(module->getNamedValue("u")->hasExternalLinkage());
  CHECK(module->getNamedValue("i")->hasInternalLinkage());
  CHECK(module->getNamedValue("c")->hasInternalLinkage());
}

TEST_CASE("a weak reference that nothing defines becomes null",
          "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "declare extern_weak void @w()\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  store ptr @w, ptr %p\n  ret void\n}\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK(contains(print(*module), "store ptr null, ptr %"));
  CHECK_FALSE(contains(print(*module), "store ptr @w"));
}

TEST_CASE("a weak reference that something defines is kept", "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "declare extern_weak void @w()\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  store ptr @w, ptr %p\n  ret void\n}\n")
      .object("w.o", "define void @w() { ret void }\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK(contains(print(*module), "store ptr @w, ptr %"));
}

TEST_CASE("a weak reference to a variable in an address space becomes null",
          "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "@w = extern_weak addrspace(1) global i32\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  store ptr addrspace(1) @w, ptr %p\n  ret void\n}\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK(contains(print(*module), "store ptr addrspace(1) null"));
}

TEST_CASE("no comdat is left", "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "$f = comdat any\n"
                     "define linkonce_odr void @f() comdat { ret void }\n"
                     "define ptx_kernel void @k() {\n  call void @f()\n"
                     "  ret void\n}\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK_FALSE(contains(print(*module), "comdat"));
}

TEST_CASE("a strong definition keeps the address that another module needs",
          "[internalise]") {
  TempFolder folder;
  TestLink link;
  link.object("d.o", "@d = unnamed_addr addrspace(1) constant i32 1\n"
                     "@e = unnamed_addr addrspace(1) constant i32 1\n")
      .object("k.o", "@d = external addrspace(1) constant i32\n"
                     "@e = external unnamed_addr addrspace(1) constant i32\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  store ptr addrspace(1) @d, ptr %p\n"
                     "  store ptr addrspace(1) @e, ptr %p\n  ret void\n}\n");
  llvm::Module *module = link.internalize();
  REQUIRE(module);
  CHECK(module->getNamedValue("d")->getUnnamedAddr() ==
        GlobalValue::UnnamedAddr::None);
  CHECK(module->getNamedValue("e")->getUnnamedAddr() ==
        GlobalValue::UnnamedAddr::Global);
}
