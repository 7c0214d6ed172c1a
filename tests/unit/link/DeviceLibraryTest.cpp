// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/DeviceLibrary.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// A module linked with a library in the file "lib.bc".
struct Linked {
  explicit Linked(const std::string &ir) : module(parse(context, ir)) {}

  std::string with(const std::string &bytes) {
    writeFile("lib.bc", bytes);
    const std::string error = errorText(linkDeviceLibrary(*module, "lib.bc"));
    CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return error;
  }

  std::string text() const { return print(*module); }

  const TempFolder folder;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

const std::string needsF = nvptx + "declare i32 @f()\n"
                                   "define i32 @k() {\n"
                                   "  %r = call i32 @f()\n  ret i32 %r\n}\n";

} // namespace

TEST_CASE("declared functions and what they need are moved",
          "[device-library]") {
  Linked linked(needsF);
  CHECK(linked
            .with(bitcode("@table = global i32 7\n@other = global i32 8\n"
                          "define i32 @f() {\n  %r = call i32 @g()\n"
                          "  ret i32 %r\n}\n"
                          "define i32 @g() {\n  %r = load i32, ptr @table\n"
                          "  ret i32 %r\n}\n"
                          "define i32 @h() {\n  ret i32 1\n}\n"))
            .empty());
  const std::string text = linked.text();
  CHECK(contains(text, "define i32 @f()"));
  CHECK(contains(text, "define i32 @g()"));
  CHECK(contains(text, "@table = "));
  CHECK_FALSE(contains(text, "@other"));
  CHECK_FALSE(contains(text, "@h("));
}

TEST_CASE("definitions of the module stay", "[device-library]") {
  for (const char *linkage : {"", "weak ", "linkonce_odr "}) {
    Linked linked(nvptx + "define " + linkage + "i32 @f() {\n  ret i32 1\n}\n");
    CHECK(linked.with(bitcode("define i32 @f() {\n  ret i32 2\n}\n")).empty());
    CHECK(contains(linked.text(), "ret i32 1"));
    CHECK_FALSE(contains(linked.text(), "ret i32 2"));
  }
}

TEST_CASE("the library's triple, layout, flags and named metadata do not count",
          "[device-library]") {
  Linked linked(needsF);
  const std::string layout = linked.module->getDataLayoutStr();
  CHECK(
      linked
          .with(bitcode("target triple = \"nvptx-other-other\"\n"
                        "target datalayout = \"e-p:32:32\"\n"
                        "define i32 @f() {\n  ret i32 1\n}\n"
                        "!llvm.module.flags = !{!0}\n!nvvmir.version = !{!1}\n"
                        "!0 = !{i32 1, !\"wchar_size\", i32 2}\n"
                        "!1 = !{i32 1, i32 3}\n"))
          .empty());
  CHECK(linked.module->getTargetTriple().str() == "nvptx64-nvidia-cuda");
  CHECK(linked.module->getDataLayoutStr() == layout);
  CHECK(linked.module->named_metadata_size() == 0);
}

TEST_CASE("a library with debug information gives a valid module",
          "[device-library]") {
  Linked linked(needsF);
  CHECK(linked
            .with(bitcode(
                "define i32 @f() !dbg !3 {\n  ret i32 1, !dbg !5\n}\n"
                "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
                "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
                "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, "
                "emissionKind: FullDebug)\n"
                "!2 = !DIFile(filename: \"l.c\", directory: \"\")\n"
                "!3 = distinct !DISubprogram(name: \"f\", file: !2, type: !4, "
                "unit: !1, spFlags: DISPFlagDefinition)\n"
                "!4 = !DISubroutineType(types: !{})\n"
                "!5 = !DILocation(line: 1, scope: !3)\n"))
            .empty());
}

TEST_CASE("what is marked as used in the library is not moved",
          "[device-library]") {
  Linked linked(needsF);
  CHECK(linked
            .with(bitcode("@llvm.used = appending global [1 x ptr] [ptr @g]\n"
                          "define i32 @g() {\n  ret i32 2\n}\n"
                          "define i32 @f() {\n  ret i32 1\n}\n"))
            .empty());
  CHECK_FALSE(contains(linked.text(), "llvm.used"));
}

TEST_CASE("a file that is no whole module is an error that names it",
          "[device-library]") {
  const std::string good = bitcode("define i32 @f() {\n  ret i32 1\n}\n");
  for (const std::string &bytes :
       {std::string(), std::string("text"), good.substr(0, 40),
        good.substr(0, good.size() / 2), archive({{"lib.o", good}}),
        bitcodeOfSeveral({"", ""})}) {
    Linked linked(needsF);
    CHECK(contains(linked.with(bytes), "'lib.bc': "));
  }
}

TEST_CASE("a file that is not there is an error that names it",
          "[device-library]") {
  Linked linked(needsF);
  CHECK(contains(errorText(linkDeviceLibrary(*linked.module, "absent.bc")),
                 "absent.bc"));
}
