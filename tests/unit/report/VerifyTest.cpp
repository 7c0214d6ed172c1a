// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Verify.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IRBuilder.h"

using namespace llbc;
using namespace llbc::test;

TEST_CASE("a valid module is not mentioned", "[verify]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "define void @f() { ret void }");
  Messages messages;
  verify(*module, Origins(), "merging", /*wantsDebug=*/true, messages.diag);
  CHECK(messages.all.empty());
}

TEST_CASE("each invalid function is an error with its name and reason",
          "[verify]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "define void @f() { ret void }\n"
                                     "define void @good() { ret void }\n"
                                     "define void @g() { ret void }\n");
  for (const char *name : {"f", "g"})
    module->getFunction(name)
        ->getEntryBlock()
        .getTerminator()
        ->eraseFromParent();
  Messages messages;
  verify(*module, Origins(), "merging", /*wantsDebug=*/true, messages.diag);
  CHECK(messages.diag.errorCount() == 2);
  CHECK(contains(messages.text(), "function f is invalid after merging: "));
  CHECK(contains(messages.text(), "function g is invalid after merging: "));
  CHECK(contains(messages.text(), "does not have terminator"));
  CHECK_FALSE(contains(messages.text(), "good"));
}

TEST_CASE("an invalid function names the file it came from", "[verify]") {
  TempFolder folder;
  TestLink link;
  link.object("k.o", "define ptx_kernel void @k() { ret void }\n");
  llvm::Module *module = link.merge();
  REQUIRE(module);
  // The stages keep this before they consume the live set; here it is remade.
  TestLink again;
  again.file("k.o");
  again.resolve();
  llvm::LLVMContext context;
  Origins origins;
  origins.record(computeLiveSet(again.resolution, context, "", noStandIns,
                                again.sink.diag));
  CHECK(origins.files("k") == "k.o");
  CHECK(origins.files("other").empty());
  CHECK(origins.describe("k") == "k in k.o");
  CHECK(origins.describe("_Z1fv") == "f() ('_Z1fv')");
  module->getFunction("k")->getEntryBlock().getTerminator()->eraseFromParent();
  Messages messages;
  verify(*module, origins, "merging", /*wantsDebug=*/true, messages.diag);
  CHECK(llvm::StringRef(messages.text()).starts_with("k.o: function k "));
}

TEST_CASE("a fault outside of functions is an error as well", "[verify]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "@x = global i32 1");
  module->getNamedGlobal("x")->setLinkage(llvm::GlobalValue::CommonLinkage);
  Messages messages;
  verify(*module, Origins(), "optimisation", /*wantsDebug=*/true,
         messages.diag);
  REQUIRE(messages.diag.errorCount() == 1);
  CHECK(
      contains(messages.text(), "the module is invalid after optimisation: "));
}

TEST_CASE("invalid debug information is dropped with a warning", "[verify]") {
  llvm::LLVMContext context;
  const auto module = parse(context, R"(
define void @f() !dbg !3 { ret void }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "lib.rs", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "f", file: !1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!4 = !{i32 2, !"Debug Info Version", i32 3}
)");
  llvm::MDNode *unit = llvm::MDNode::get(context, {});
  module->getNamedMetadata("llvm.dbg.cu")->setOperand(0, unit);
  Messages messages;
  verify(*module, Origins(), "merging", /*wantsDebug=*/true, messages.diag);
  CHECK_FALSE(messages.diag.hasErrors());
  REQUIRE(messages.all.size() == 1);
  CHECK(messages.all[0].severity == Severity::Warning);
  CHECK(contains(messages.text(), "invalid after merging"));
  CHECK_FALSE(module->getFunction("f")->getSubprogram());
}

TEST_CASE("what LLVM reports becomes a message of ours", "[verify]") {
  llvm::LLVMContext context;
  Messages messages;
  const Origins origins;
  context.setDiagnosticHandler(makeDiagnosticHandler(messages.diag, origins));
  const auto module = parse(context, "define void @_Z1fv() { ret void }");
  const llvm::Function &function = *module->getFunction("_Z1fv");
  context.diagnose(llvm::DiagnosticInfoUnsupported(function, "no such thing.",
                                                   llvm::DiagnosticLocation()));
  context.diagnose(llvm::DiagnosticInfoGeneric("careful", llvm::DS_Warning));
  context.diagnose(llvm::DiagnosticInfoGeneric("nice", llvm::DS_Remark));
  CHECK(messages.text() == "no such thing\n  in f() ('_Z1fv')\ncareful\n");
  CHECK(messages.diag.errorCount() == 1);
}
