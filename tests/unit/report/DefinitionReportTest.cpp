// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/DefinitionReport.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string kernel = R"(
define ptx_kernel void @_Z1kv() !dbg !3 {
  fence seq_cst, !dbg !6
  ret void
}
@plain = global i32 1
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "src/lib.rs", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 3, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{null}
!6 = !DILocation(line: 5, scope: !3)
)";

} // namespace

TEST_CASE("a report names the line, the definition and its file",
          "[definition-report]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", kernel);
  link.resolve();
  llvm::LLVMContext context;
  Origins origins;
  origins.record(
      computeLiveSet(link.resolution, context, "", noStandIns, link.sink.diag));
  const auto module = parse(context, kernel);
  Messages messages;
  const DefinitionReport report(origins, messages.diag);
  const llvm::Function &function = *module->getFunction("_Z1kv");

  SECTION("of a definition") {
    report.error(function, "is wrong", {"note: right it"});
    CHECK(messages.text() == "src/lib.rs:3: is wrong: k() ('_Z1kv')\n"
                             "  defined in k.o\n  note: right it\n");
  }
  SECTION("of an instruction") {
    report.error(function.front().front(), "is wrong", {"note: right it"});
    CHECK(messages.text() == "src/lib.rs:5: is wrong\n"
                             "  in k() ('_Z1kv') in k.o\n  note: right it\n");
  }
  SECTION("of an instruction without a line") {
    report.error(function.front().back(), "is wrong");
    CHECK(messages.text() ==
          "src/lib.rs:3: is wrong\n  in k() ('_Z1kv') in k.o\n");
  }
  SECTION("as a warning") {
    report.warning(function, "is odd");
    CHECK(messages.all.front().severity == Severity::Warning);
    CHECK_FALSE(messages.diag.hasErrors());
  }
  SECTION("of what has no known origin") {
    report.error(*module->getNamedGlobal("plain"), "is wrong");
    CHECK(messages.text() == "is wrong: plain\n");
  }
}

TEST_CASE("a definition without a name can be reported",
          "[definition-report]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "@0 = global i32 1\n");
  Messages messages;
  const Origins origins;
  DefinitionReport(origins, messages.diag)
      .error(*module->globals().begin(), "is wrong");
  CHECK(messages.text() == "is wrong: (without a name)\n");
}
