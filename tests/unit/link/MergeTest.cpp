// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Merge.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// A function \p name that returns what the local `helper` gives, \p value.
std::string withHelper(const std::string &name, int value) {
  return "define internal i32 @helper() noinline {\n  ret i32 " +
         std::to_string(value) + "\n}\ndefine i32 @" + name +
         "() {\n  %x = call i32 @helper()\n  ret i32 %x\n}\n";
}

/// A kernel that calls each of \p callees.
std::string kernel(const std::vector<std::string> &callees) {
  std::string ir;
  for (const std::string &callee : callees)
    ir += "declare i32 @" + callee + "()\n";
  ir += "define ptx_kernel void @k(ptr %p) {\n";
  for (const std::string &callee : callees)
    ir += "  %" + callee + " = call i32 @" + callee + "()\n  store i32 %" +
          callee + ", ptr %p\n";
  return ir + "  ret void\n}\n";
}

size_t count(llvm::StringRef text, llvm::StringRef part) {
  return text.count(part);
}

} // namespace

TEST_CASE("local symbols of equal names stay apart", "[merge]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel({"f", "g"}))
      .object("f.o", withHelper("f", 11))
      .object("g.o", withHelper("g", 22));
  llvm::Module *module = link.merge();
  REQUIRE(module);
  const std::string text = print(*module);
  CHECK(contains(text, "ret i32 11"));
  CHECK(contains(text, "ret i32 22"));
  CHECK_FALSE(llvm::verifyModule(*module));
}

TEST_CASE("the merged module does not depend on the order of the inputs",
          "[merge]") {
  TempFolder folder;
  const std::pair<const char *, std::string> objects[] = {
      {"a.o", kernel({"f", "g"})},
      {"b.o",
       "define i32 @f() { ret i32 1 }\n@v = addrspace(1) global i32 2\n"},
      {"c.o", "@v = external addrspace(1) global i32\ndefine i32 @g() {\n"
              "  %x = load i32, ptr addrspace(1) @v\n  ret i32 %x\n}\n"}};
  std::vector<int> order = {0, 1, 2};
  std::string first;
  do {
    TestLink link;
    for (int i : order)
      link.object(objects[i].first, objects[i].second);
    llvm::Module *module = link.merge();
    REQUIRE(module);
    if (first.empty())
      first = print(*module);
    CHECK(print(*module) == first);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("the names of the inputs do not show in the merged module",
          "[merge]") {
  TempFolder folder;
  TestLink one;
  TestLink two;
  one.object("one.o", kernel({}));
  two.object("two.o", kernel({}));
  const llvm::Module *first = one.merge();
  const llvm::Module *second = two.merge();
  REQUIRE(first);
  REQUIRE(second);
  CHECK(print(*first) == print(*second));
}

TEST_CASE("of tentative definitions the largest is taken", "[merge]") {
  TempFolder folder;
  const std::string small = "@c = common addrspace(1) global [2 x i32] "
                            "zeroinitializer, align 16\n";
  const std::string large = "@c = common addrspace(1) global [8 x i32] "
                            "zeroinitializer, align 4\n";
  const std::string use = "@c = external addrspace(1) global [0 x i32]\n"
                          "define ptx_kernel void @k() {\n"
                          "  store i32 1, ptr addrspace(1) @c\n  ret void\n}\n";
  for (bool largeFirst : {false, true}) {
    TestLink link;
    link.object("1.o", largeFirst ? large : small)
        .object("2.o", largeFirst ? small : large)
        .object("k.o", use);
    llvm::Module *module = link.merge();
    REQUIRE(module);
    const llvm::GlobalVariable *variable = module->getNamedGlobal("c");
    REQUIRE(variable);
    CHECK(variable->getValueType()->getArrayNumElements() == 8);
    CHECK(variable->getAlign() == llvm::Align(16));
  }
}

TEST_CASE("inline assembly that two modules share is there once", "[merge]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "module asm \"// shared\"\n" + kernel({"f"}))
      .object("f.o", "module asm \"// shared\"\n"
                     "define i32 @f() { ret i32 1 }\n")
      .object("g.o", "module asm \"// other\"\n"
                     "define i32 @g() { ret i32 1 }\n");
  llvm::Module *module = link.merge();
  REQUIRE(module);
  CHECK(count(module->getModuleInlineAsm(), "shared") == 1);
  CHECK(count(module->getModuleInlineAsm(), "other") == 1);
}

TEST_CASE("lists of several modules become one", "[merge]") {
  TempFolder folder;
  auto used = [](const std::string &name) {
    return "@" + name +
           " = global i32 1\n@llvm.used = appending global "
           "[1 x ptr] [ptr @" +
           name + "], section \"llvm.metadata\"\n";
  };
  TestLink link;
  link.object("k.o", kernel({}) + used("a")).object("b.o", used("b"));
  llvm::Module *module = link.merge();
  REQUIRE(module);
  const llvm::GlobalVariable *list = module->getNamedGlobal("llvm.used");
  REQUIRE(list);
  CHECK(list->getValueType()->getArrayNumElements() == 2);
}

TEST_CASE("module flags that contradict each other are an error", "[merge]") {
  TempFolder folder;
  auto flag = [](int value) {
    return "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"x\", i32 " +
           std::to_string(value) + "}\n";
  };
  TestLink link;
  link.object("k.o", kernel({"f"}) + flag(1))
      .object("f.o", "define i32 @f() { ret i32 1 }\n" + flag(2));
  link.merge();
  CHECK(link.sink.diag.hasErrors());
  CHECK(contains(link.messages(), "k.o"));
}

TEST_CASE("an older spelling of the data layout is no difference", "[merge]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel({"f"}))
      .object("f.o",
              "target datalayout = \"e-i64:64-v16:16-v32:32-n16:32:64\"\n"
              "define i32 @f() { ret i32 1 }\n");
  llvm::Module *module = link.merge();
  REQUIRE(module);
  CHECK(link.messages().empty());
  CHECK(module->getDataLayoutStr() ==
        llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout());
}

TEST_CASE("the highest DWARF version wins", "[merge]") {
  TempFolder folder;
  auto flags = [](int version) {
    return "!llvm.module.flags = !{!0}\n!0 = !{i32 7, !\"Dwarf Version\", "
           "i32 " +
           std::to_string(version) + "}\n";
  };
  auto warningFlags = [](int version) {
    return "!llvm.module.flags = !{!0}\n!0 = !{i32 2, !\"Dwarf Version\", "
           "i32 " +
           std::to_string(version) + "}\n";
  };
  TestLink link;
  link.object("k.o", kernel({"f"}) + warningFlags(2))
      .object("f.o", "define i32 @f() { ret i32 1 }\n" + flags(4));
  llvm::Module *module = link.merge();
  REQUIRE(module);
  CHECK(module->getDwarfVersion() == 4);
  CHECK(link.messages().empty());
}
