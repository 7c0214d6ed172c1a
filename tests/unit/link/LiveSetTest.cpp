// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/LiveSet.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

struct Marking {
  explicit Marking(TestLink &link) {
    link.resolve();
    live =
        computeLiveSet(link.resolution, context,
                       llvm::Triple("nvptx64-nvidia-cuda").computeDataLayout(),
                       noStandIns, link.sink.diag);
  }

  /// `file:name` of each live definition, sorted.
  Strings names() const {
    Strings result;
    for (const LiveModule &module : live.modules)
      for (const llvm::GlobalValue *value : module.values)
        result.push_back(module.input->file->name + ":" +
                         value->getName().str());
    std::sort(result.begin(), result.end());
    return result;
  }

  llvm::LLVMContext context;
  LiveSet live;
};

const std::string kernelCallingF = "declare void @f()\n"
                                   "define ptx_kernel void @k() {\n"
                                   "  call void @f()\n  ret void\n}\n";

} // namespace

TEST_CASE("only what a kernel reaches is live", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernelCallingF +
                         "define void @unused() {\n  call void @f()\n"
                         "  ret void\n}\n@u = global i32 1\n")
      .object("f.o", "@v = addrspace(1) global i32 1\n"
                     "define void @f() {\n  store i32 2, ptr addrspace(1) @v\n"
                     "  ret void\n}\ndefine void @g() { ret void }\n");
  const Marking marking(link);
  CHECK(marking.names() == Strings{"f.o:f", "f.o:v", "k.o:k"});
}

TEST_CASE("a module that nothing reaches is not opened", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n")
      .object("f.o", "define void @f() { ret void }\n");
  const Marking marking(link);
  REQUIRE(marking.live.modules.size() == 1);
  CHECK(marking.live.modules[0].input->file->name == "k.o");
}

TEST_CASE("a body that nothing reaches is not read", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n"
                     "define void @unused() { ret void }\n");
  const Marking marking(link);
  const llvm::Module &module = *marking.live.modules.at(0).module;
  CHECK_FALSE(module.getFunction("k")->isMaterializable());
  CHECK(module.getFunction("unused")->isMaterializable());
}

TEST_CASE("a reference goes to the definition that prevails", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() {\n  call void @f()\n"
                     "  ret void\n}\ndefine weak void @f() { ret void }\n")
      .object("f.o", "define void @f() { ret void }\n");
  CHECK(Marking(link).names() == Strings{"f.o:f", "k.o:k"});
}

TEST_CASE("references inside initialisers are followed", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o",
              "@table = addrspace(1) constant [1 x { ptr, i64 }] [{ ptr, i64 } "
              "{ ptr @f, i64 ptrtoint (ptr addrspace(1) @v to i64) }]\n"
              "declare void @f()\n@v = external addrspace(1) global i32\n"
              "define ptx_kernel void @k(ptr %p) {\n"
              "  store ptr addrspace(1) @table, ptr %p\n  ret void\n}\n")
      .object("f.o", "define void @f() { ret void }\n"
                     "@v = addrspace(1) global i32 1\n");
  CHECK(Marking(link).names() ==
        Strings{"f.o:f", "f.o:v", "k.o:k", "k.o:table"});
}

TEST_CASE("what llvm.used names is live in a module that joined",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n")
      .object("u.o", "@u = internal global i32 1\n@llvm.used = appending "
                     "global [1 x ptr] [ptr @u], section \"llvm.metadata\"\n");
  CHECK(Marking(link).names() == Strings{"k.o:k", "u.o:llvm.used", "u.o:u"});
}

TEST_CASE("global constructors of a module that joined are live",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n")
      .object("c.o", "define internal void @init() { ret void }\n"
                     "@llvm.global_ctors = appending global "
                     "[1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } "
                     "{ i32 65535, ptr @init, ptr null }]\n");
  CHECK(Marking(link).names() ==
        Strings{"c.o:init", "c.o:llvm.global_ctors", "k.o:k"});
}

TEST_CASE("an undefined symbol comes with its chain from a kernel",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernelCallingF)
      .object("f.o", "declare void @missing()\n"
                     "define void @f() {\n  call void @missing()\n"
                     "  ret void\n}\n");
  const Marking marking(link);
  REQUIRE(marking.live.undefined.size() == 1);
  const UndefinedSymbol &symbol = marking.live.undefined[0];
  CHECK(symbol.name == "missing");
  CHECK_FALSE(symbol.isWeak);
  CHECK(symbol.chain ==
        Strings{"needed by f in f.o", "called from kernel k in k.o"});
}

TEST_CASE("a chain says source lines where there is debug information",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", R"(
declare void @missing()
define ptx_kernel void @k() !dbg !3 {
  call void @missing(), !dbg !4
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "src/lib.rs", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "k", file: !1, line: 40, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 41, column: 3, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
)");
  const Marking marking(link);
  REQUIRE(marking.live.undefined.size() == 1);
  CHECK(marking.live.undefined[0].chain ==
        Strings{"needed by kernel k in k.o, src/lib.rs:41"});
}

TEST_CASE("what dead code lacks is not undefined", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n"
                     "declare void @missing()\n"
                     "define void @unused() {\n  call void @missing()\n"
                     "  ret void\n}\n");
  CHECK(Marking(link).live.undefined.empty());
}

TEST_CASE("a weak reference without a definition is marked as weak",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "declare extern_weak void @w()\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  store ptr @w, ptr %p\n  ret void\n}\n");
  const Marking marking(link);
  REQUIRE(marking.live.undefined.size() == 1);
  CHECK(marking.live.undefined[0].isWeak);
}

TEST_CASE("an optional copy of a body is no definition", "[live-set]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define available_externally void @f() { ret void }\n"
                     "define ptx_kernel void @k() {\n  call void @f()\n"
                     "  ret void\n}\n");
  const Marking marking(link);
  REQUIRE(marking.live.undefined.size() == 1);
  CHECK(marking.live.undefined[0].name == "f");
}

TEST_CASE("a damaged body is an error that names its file", "[live-set]") {
  TempFolder folder;
  const std::string ir = nvptx + "define ptx_kernel void @k(ptr %p) {\n"
                                 "  %x = load i32, ptr %p\n"
                                 "  %y = mul i32 %x, 3\n"
                                 "  store i32 %y, ptr %p\n  ret void\n}\n";
  const std::string bytes = bitcode(ir);
  // Somewhere in the file is a word of the body; the scan does not read it.
  bool found = false;
  for (size_t at = 0; at + 4 <= bytes.size() && !found; at += 4) {
    std::string damaged = bytes;
    damaged.replace(at, 4, 4, '\xFF');
    writeFile("k.o", damaged);
    TestLink link;
    link.file("k.o");
    link.inputs = readInputs(link.config, link.sink.diag);
    if (link.sink.diag.hasErrors() || link.inputs->files.empty() ||
        link.inputs->files[0].modules[0].summary.triple.empty())
      continue;
    const Marking marking(link);
    if (!link.sink.diag.hasErrors())
      continue;
    found = true;
    CHECK(contains(link.messages(), "k.o: cannot read bitcode: "));
    CHECK(contains(link.messages(), "read with LLVM 22"));
  }
  CHECK(found);
}

TEST_CASE("an alias keeps the definition that its own module meant",
          "[live-set]") {
  TempFolder folder;
  TestLink link;
  // `a` is the f of a.o, although the f of f.o prevails elsewhere.
  link.object("f.o", "define i32 @f() { ret i32 1 }\n")
      .object("a.o", "define weak i32 @f() { ret i32 2 }\n"
                     "@a = alias i32 (), ptr @f\n")
      .object("k.o", "declare i32 @a()\ndeclare i32 @f()\n"
                     "define ptx_kernel void @k(ptr %p) {\n"
                     "  %x = call i32 @a()\n  %y = call i32 @f()\n"
                     "  %z = sub i32 %x, %y\n  store i32 %z, ptr %p\n"
                     "  ret void\n}\n");
  llvm::Module *module = link.merge();
  REQUIRE(module);
  CHECK(contains(print(*module), "ret i32 1"));
  CHECK(contains(print(*module), "ret i32 2"));
}
