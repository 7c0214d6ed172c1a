// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Resolve.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

/// A kernel that calls each of \p callees.
std::string kernel(const std::string &name, const Strings &callees) {
  std::string ir;
  for (const std::string &callee : callees)
    ir += "declare void @" + callee + "()\n";
  ir += "define ptx_kernel void @" + name + "() {\n";
  for (const std::string &callee : callees)
    ir += "  call void @" + callee + "()\n";
  return ir + "  ret void\n}\n";
}

/// A device function that calls each of \p callees.
std::string function(const std::string &name, const Strings &callees = {}) {
  std::string ir = kernel(name, callees);
  const std::string convention = "ptx_kernel ";
  ir.erase(ir.find(convention), convention.size());
  return ir;
}

Strings strings(llvm::ArrayRef<llvm::StringRef> names) {
  return {names.begin(), names.end()};
}

} // namespace

TEST_CASE("files of the command line join in order", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("b.o", kernel("b", {})).object("a.o", function("a"));
  link.resolve();
  CHECK(link.joined() == Strings{"b.o", "a.o"});
  CHECK(link.messages().empty());
}

TEST_CASE("an archive member joins only when it is needed", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {"f"}))
      .library("lib.a", {{"f.o", function("f")}, {"g.o", function("g")}});
  link.resolve();
  CHECK(link.joined() == Strings{"k.o", "lib.a(f.o)"});
}

TEST_CASE("an archive before the reference serves it too", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"f.o", function("f")}})
      .object("k.o", kernel("k", {"f"}));
  link.resolve();
  CHECK(link.joined() == Strings{"lib.a(f.o)", "k.o"});
}

TEST_CASE("a chain through archives is followed whatever their order",
          "[resolve]") {
  TempFolder folder;
  for (bool reversed : {false, true}) {
    TestLink link;
    link.object("k.o", kernel("k", {"a"}));
    Strings names = {"a", "b", "c", "d"};
    if (reversed)
      std::reverse(names.begin(), names.end());
    for (const std::string &name : names) {
      const Strings next =
          name == "d" ? Strings{} : Strings{std::string(1, char(name[0] + 1))};
      link.library("lib" + name + ".a", {{name + ".o", function(name, next)},
                                         {"other.o", function("_" + name)}});
    }
    link.resolve();
    CHECK(link.joined().size() == 5);
  }
}

TEST_CASE("members that need each other both join", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {"a"}))
      .library("lib.a",
               {{"a.o", function("a", {"b"})}, {"b.o", function("b", {"a"})}});
  link.resolve();
  CHECK(link.joined() == Strings{"k.o", "lib.a(a.o)", "lib.a(b.o)"});
  CHECK(link.messages().empty());
}

TEST_CASE("only the first of two members with one name joins", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {"f"}))
      .library("one.a", {{"f.o", function("f")}})
      .library("two.a", {{"f.o", function("f")}});
  link.resolve();
  CHECK(link.joined() == Strings{"k.o", "one.a(f.o)"});
  CHECK(link.messages().empty());
}

TEST_CASE("a member with a kernel joins though nobody needs it", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"f.o", function("f")},
                         {"k.o", kernel("k", {})},
                         {"g.o", function("g")}});
  link.resolve();
  CHECK(link.joined() == Strings{"lib.a(k.o)"});
  CHECK(strings(link.resolution.names(Reason::Kernel)) == Strings{"k"});
}

TEST_CASE("a kernel in a member extracts what it needs", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"f.o", function("f")}, {"k.o", kernel("k", {"f"})}});
  link.resolve();
  CHECK(link.joined() == Strings{"lib.a(f.o)", "lib.a(k.o)"});
}

TEST_CASE("an archive that is given twice counts once", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"k.o", kernel("k", {"f"})}, {"f.o", function("f")}});
  link.file("lib.a");
  link.resolve();
  CHECK(link.joined() == Strings{"lib.a(k.o)", "lib.a(f.o)"});
  CHECK(link.messages().empty());
}

TEST_CASE("a weak undefined symbol does not extract an archive member",
          "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "declare extern_weak void @f()\n"
                     "define ptx_kernel void @k() {\n  call void @f()\n"
                     "  ret void\n}\n")
      .library("lib.a", {{"f.o", function("f")}});
  link.resolve();
  CHECK(link.joined() == Strings{"k.o"});
}

TEST_CASE("a strong reference beside a weak one extracts", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("w.o", "declare extern_weak void @f()\n"
                     "define void @w() {\n  call void @f()\n  ret void\n}\n")
      .library("lib.a", {{"f.o", function("f")}})
      .object("k.o", kernel("k", {"f"}));
  link.resolve();
  CHECK(link.joined() == Strings{"w.o", "lib.a(f.o)", "k.o"});
}

TEST_CASE("an exported name extracts its member", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"f.o", function("f", {"g"})}, {"g.o", function("g")}})
      .exporting("f");
  link.resolve();
  CHECK(link.joined() == Strings{"lib.a(f.o)", "lib.a(g.o)"});
  CHECK(strings(link.resolution.visibleBesideKernels()) == Strings{"f"});
}

TEST_CASE("an exported name that does not exist is passed over", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {})).exporting("absent").exporting("k");
  link.resolve();
  CHECK_FALSE(link.sink.diag.hasErrors());
  CHECK(link.resolution.visibleBesideKernels().empty());
  CHECK(strings(link.resolution.names(Reason::Kernel)) == Strings{"k"});
  CHECK(contains(link.messages(), "'absent'"));
}

TEST_CASE("an export named twice counts once", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("f.o", function("f")).exporting("f").exporting("f");
  link.resolve();
  CHECK(strings(link.resolution.visibleBesideKernels()) == Strings{"f"});
}

TEST_CASE("all members of a whole archive join", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.library("lib.a", {{"f.o", function("f")}, {"g.o", function("g")}},
               /*wholeArchive=*/true);
  link.resolve();
  CHECK(link.joined().size() == 2);
}

TEST_CASE("duplicate strong definitions name both files", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("a.o", function("_ZN2ns1fEv"))
      .object("b.o", function("_ZN2ns1fEv"));
  link.resolve();
  CHECK(link.messages() == "duplicate symbol: ns::f() ('_ZN2ns1fEv')\n"
                           "  defined in a.o\n  defined in b.o\n");
}

TEST_CASE("an alias of a kernel is a kernel", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {}) +
                         "@a = alias void (), ptr @k\n"
                         "@b = alias void (), ptr @a\n" +
                         function("f") + "@g = alias void (), ptr @f\n");
  link.resolve();
  Strings kernels = strings(link.resolution.names(Reason::Kernel));
  std::sort(kernels.begin(), kernels.end());
  CHECK(kernels == Strings{"a", "b", "k"});
}

TEST_CASE("a hidden kernel counts and an internal one does not", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define hidden ptx_kernel void @h() { ret void }\n"
                     "define internal ptx_kernel void @i() { ret void }\n"
                     "declare ptx_kernel void @d()\n");
  link.resolve();
  CHECK(strings(link.resolution.names(Reason::Kernel)) == Strings{"h"});
}

TEST_CASE("of two weak kernels one is a root", "[resolve]") {
  TempFolder folder;
  TestLink link;
  const char *ir = "define weak_odr ptx_kernel void @k() { ret void }\n";
  link.object("a.o", ir).object("b.o", ir);
  link.resolve();
  CHECK(strings(link.resolution.names(Reason::Kernel)) == Strings{"k"});
  CHECK(link.resolution.symbols.find("k")->definition.module->file->name ==
        "a.o");
}

TEST_CASE("a joined module for another target is an error", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {}));
  writeFile("amd.o", bitcode("target triple = \"amdgcn-amd-amdhsa\"\n"
                             "@x = global i32 0\n"));
  writeFile("none.o", bitcode("@y = global i32 0\n"));
  writeFile("cl.o", bitcode("target triple = \"nvptx64-nvidia-gpulibs\"\n"
                            "@z = global i32 0\n"));
  link.file("amd.o").file("none.o").file("cl.o");
  link.resolve();
  CHECK(link.sink.diag.errorCount() == 1);
  CHECK(contains(link.messages(), "amd.o: is bitcode for amdgcn-amd-amdhsa"));
}

TEST_CASE("a member for another target that nobody needs is no error",
          "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {}));
  writeFile("lib.a",
            archive({{"amd.o", bitcode("target triple = \"amdgcn-amd-amdhsa\"\n"
                                       "define amdgpu_kernel void @a() "
                                       "{ ret void }\n")}}));
  link.file("lib.a");
  link.resolve();
  CHECK(link.joined() == Strings{"k.o"});
  CHECK_FALSE(link.sink.diag.hasErrors());
}

TEST_CASE("all modules of a file join together", "[resolve]") {
  TempFolder folder;
  TestLink link;
  writeFile("lib.a",
            archive({{"two.o", bitcodeOfSeveral({nvptx + function("f"),
                                                 nvptx + function("g")})}}));
  link.object("k.o", kernel("k", {"g"})).file("lib.a");
  link.resolve();
  CHECK(link.joined() == Strings{"k.o", "lib.a(two.o)", "lib.a(two.o)"});
}

TEST_CASE("the triple of the link is the one asked for or the first one",
          "[resolve]") {
  TempFolder folder;
  writeFile("none.o", bitcode("@y = global i32 0\n"));
  TestLink link;
  link.file("none.o");
  Config config = link.config;
  std::unique_ptr<Inputs> inputs = readInputs(config, link.sink.diag);
  CHECK(contains(errorText(chooseTriple(config, *inputs)), "--target"));
  config.targetTriple = "nvptx64-nvidia-cuda";
  CHECK(valueOf(chooseTriple(config, *inputs)).getArch() ==
        llvm::Triple::nvptx64);
}

TEST_CASE("a resolution is described a line for each decision", "[resolve]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel("k", {}) + function("f")).exporting("f");
  CHECK(describe(link.resolve()) == "joined k.o\nkernel k\nexport f\n");
}
