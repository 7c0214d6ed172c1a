// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Partition.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

Cut cutWhole(const std::string &ir) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  return cutModule(*module, 1);
}

std::vector<Partition> cut(const std::string &ir) { return cutWhole(ir).parts; }

std::string kernel(const std::string &name, const std::string &body) {
  return "define ptx_kernel void @" + name + "(ptr %p) {\n" + body +
         "  store i32 1, ptr %p\n  store i32 2, ptr %p\n"
         "  store i32 3, ptr %p\n  store i32 4, ptr %p\n"
         "  store i32 5, ptr %p\n  store i32 6, ptr %p\n"
         "  store i32 7, ptr %p\n  store i32 8, ptr %p\n  ret void\n}\n";
}

/// Many kernels, so that there are partitions whatever the names are.
std::string kernels(const std::string &body, const std::string &name = "k") {
  std::string ir;
  for (unsigned i = 0; i != 16; ++i)
    ir += kernel(name + std::to_string(i), body);
  return ir;
}

size_t count(const std::vector<Partition> &parts, const std::string &name) {
  return llvm::count_if(parts, [&](const Partition &part) {
    return part.definitions.contains(name);
  });
}

} // namespace

TEST_CASE("each kernel is in one partition", "[partition]") {
  const std::vector<Partition> parts = cut(kernels(""));
  REQUIRE(parts.size() > 1);
  for (unsigned i = 0; i != 16; ++i)
    CHECK(count(parts, "k" + std::to_string(i)) == 1);
}

TEST_CASE("size 0 and one kernel are not cut", "[partition]") {
  llvm::LLVMContext context;
  CHECK(cutModule(*parse(context, kernels("")), 0).parts.empty());
  CHECK(cut(kernel("k", "")).empty());
}

TEST_CASE("a helper is copied", "[partition]") {
  const std::string helper = "define internal void @f() {\n  ret void\n}\n";
  const std::vector<Partition> parts =
      cut(helper + kernels("  call void @f()\n"));
  REQUIRE(parts.size() > 1);
  CHECK(count(parts, "f") == parts.size());
}

TEST_CASE("a variable with a state is defined once", "[partition]") {
  const std::string ir =
      "@v = internal global i32 0\n"
      "define internal void @f() {\n  store i32 1, ptr @v\n  ret void\n}\n" +
      kernels("") + kernel("a", "  call void @f()\n") +
      kernels("  store i32 2, ptr @v\n", "more");
  const Cut cut = cutWhole(ir);
  REQUIRE(cut.parts.size() > 1);
  REQUIRE(cut.shared.contains("shared_v"));
  CHECK(count(cut.parts, "shared_v") == 1);
}

TEST_CASE("what no other part can see keeps its users together",
          "[partition]") {
  // Shared memory, and a table that refers to a function.
  for (const char *variable : {"@v = internal addrspace(3) global i32 poison\n",
                               "@g = internal addrspace(3) global i32 poison\n"
                               "@v = internal global ptr addrspacecast (ptr "
                               "addrspace(3) @g to ptr)\n"}) {
    const std::vector<Partition> parts =
        cut(variable +
            ("define internal ptr @f() {\n  ret ptr " +
             std::string(llvm::StringRef(variable).starts_with("@v =")
                             ? "addrspacecast (ptr addrspace(3) @v to ptr)"
                             : "@v") +
             "\n}\n") +
            kernels("") +
            kernel("a", "  %a = call ptr @f()\n  store ptr %a, ptr %p\n") +
            kernel("b", "  %b = call ptr @f()\n  store ptr %b, ptr %p\n"));
    REQUIRE(parts.size() > 1);
    CHECK(count(parts, "v") == 1);
    CHECK(count(parts, "f") == 1);
    for (const Partition &part : parts)
      CHECK(part.definitions.contains("a") == part.definitions.contains("b"));
  }
}

TEST_CASE("what has an address that counts is not copied", "[partition]") {
  const std::string use = "  %c = icmp eq ptr %p, @f\n"
                          "  store i1 %c, ptr %p\n";
  CHECK(cut("define internal void @f() {\n  ret void\n}\n" + kernels(use))
            .empty());
  CHECK(cut("define internal void @f() unnamed_addr {\n  ret void\n}\n" +
            kernels(use))
            .size() > 1);
  CHECK(cutWhole("@f = internal constant i32 1\n" + kernels(use))
            .shared.contains("shared_f"));
  CHECK(cut("@f = internal constant i32 1\n" +
            kernels("  %l = load i32, ptr @f\n  store i32 %l, ptr %p\n"))
            .size() > 1);
}

TEST_CASE("a table of functions brings them along", "[partition]") {
  const std::vector<Partition> parts =
      cut("@t = private unnamed_addr constant [1 x ptr] [ptr @f]\n"
          "define internal void @f() unnamed_addr {\n  ret void\n}\n" +
          kernels("  %f = load ptr, ptr @t\n  call void %f()\n"));
  REQUIRE(parts.size() > 1);
  CHECK(count(parts, "f") == parts.size());
}

TEST_CASE("what is marked as used is not lost", "[partition]") {
  const std::vector<Partition> parts =
      cut("@v = internal global i32 7\n"
          "@llvm.used = appending global [1 x ptr] [ptr @v], "
          "section \"llvm.metadata\"\n" +
          kernels(""));
  REQUIRE(parts.size() > 1);
  CHECK(count(parts, "v") == 1);
}

TEST_CASE("copies that cost too much are not made", "[partition]") {
  std::string large = "define internal void @f(ptr %p) noinline {\n";
  for (unsigned i = 0; i != 500; ++i)
    large += "  store volatile i32 " + std::to_string(i) + ", ptr %p\n";
  CHECK(cut(large + "  ret void\n}\n" + kernels("  call void @f(ptr %p)\n"))
            .empty());
}

TEST_CASE("module assembly and aliases are not cut", "[partition]") {
  CHECK(cut("module asm \".global x\"\n" + kernels("")).empty());
  CHECK(cut("@a = alias void (ptr), ptr @k0\n" + kernels("")).empty());
}

TEST_CASE("a partition loads with what it needs and no more", "[partition]") {
  const std::string ir = "@v = global i32 7\n"
                         "@llvm.used = appending global [2 x ptr] "
                         "[ptr @k0, ptr @v], section \"llvm.metadata\"\n" +
                         kernels("");
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  const Cut cut = cutModule(*module, 1);
  REQUIRE(cut.parts.size() > 1);
  unsigned defined = 0;
  for (const Partition &part : cut.parts) {
    llvm::LLVMContext own;
    const auto loaded = valueOf(loadPartition(bitcode(ir), cut, part, own));
    CHECK_FALSE(llvm::verifyModule(*loaded));
    for (const llvm::GlobalObject &object : loaded->global_objects())
      if (!object.isDeclaration() && !object.hasAppendingLinkage()) {
        CHECK(part.definitions.contains(object.getName()));
        ++defined;
      }
  }
  CHECK(defined == 17);
}
