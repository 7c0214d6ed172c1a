// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Debug.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string debugModule = R"(
@v = global i32 1, !dbg !10
define void @f(i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !7, !DIExpression(), !8)
  call void @g(), !dbg !8
  ret void, !dbg !9
}
declare void @g()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!4}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "p", emissionKind: FullDebug, globals: !{!10}, nameTableKind: GNU)
!1 = !DIFile(filename: "lib.rs", directory: "/")
!2 = !DISubroutineType(types: !{null, !6})
!3 = distinct !DISubprogram(name: "f", file: !1, line: 4, type: !2, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!7})
!4 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "x", arg: 1, scope: !3, file: !1, line: 4, type: !6)
!8 = !DILocation(line: 5, column: 3, scope: !3)
!9 = !DILocation(line: 6, column: 3, scope: !3)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression())
!11 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, type: !6)
)";

std::unique_ptr<llvm::Module> withLevel(llvm::LLVMContext &context,
                                        DebugLevel level) {
  std::unique_ptr<llvm::Module> module = parse(context, debugModule);
  applyDebugLevel(*module, level);
  bool brokenDebugInfo = false;
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs(), &brokenDebugInfo));
  CHECK_FALSE(brokenDebugInfo);
  return module;
}

const llvm::DICompileUnit *unitOf(const llvm::Module &module) {
  const llvm::DISubprogram *subprogram =
      module.getFunction("f")->getSubprogram();
  return subprogram ? subprogram->getUnit() : nullptr;
}

} // namespace

TEST_CASE("at level none no debug information is left", "[debug]") {
  llvm::LLVMContext context;
  const auto module = withLevel(context, DebugLevel::None);
  CHECK_FALSE(module->getNamedMetadata("llvm.dbg.cu"));
  CHECK_FALSE(contains(print(*module), "!dbg"));
  CHECK_FALSE(contains(print(*module), "#dbg"));
}

TEST_CASE("at level lines only lines are left", "[debug]") {
  llvm::LLVMContext context;
  const auto module = withLevel(context, DebugLevel::Directives);
  const llvm::DICompileUnit *unit = unitOf(*module);
  REQUIRE(unit);
  CHECK(unit->getEmissionKind() == llvm::DICompileUnit::DebugDirectivesOnly);
  CHECK(unit->getNameTableKind() ==
        llvm::DICompileUnit::DebugNameTableKind::None);
  const llvm::Instruction &call =
      module->getFunction("f")->getEntryBlock().front();
  REQUIRE(call.getDebugLoc());
  CHECK(call.getDebugLoc().getLine() == 5);
  CHECK_FALSE(contains(print(*module), "DILocalVariable"));
  CHECK_FALSE(contains(print(*module), "DIGlobalVariable"));
  CHECK_FALSE(contains(print(*module), "FullDebug"));
}

TEST_CASE("at level full all but the name tables is left", "[debug]") {
  llvm::LLVMContext context;
  const auto module = withLevel(context, DebugLevel::Full);
  const llvm::DICompileUnit *unit = unitOf(*module);
  REQUIRE(unit);
  CHECK(unit->getEmissionKind() == llvm::DICompileUnit::FullDebug);
  CHECK(unit->getNameTableKind() ==
        llvm::DICompileUnit::DebugNameTableKind::None);
  CHECK(contains(print(*module), "DILocalVariable"));
  CHECK(contains(print(*module), "DIGlobalVariable"));
}

TEST_CASE("a module without debug information is left alone", "[debug]") {
  for (DebugLevel level :
       {DebugLevel::None, DebugLevel::Directives, DebugLevel::Full}) {
    llvm::LLVMContext context;
    const auto module = parse(context, "define void @f() { ret void }");
    const std::string before = print(*module);
    applyDebugLevel(*module, level);
    CHECK(print(*module) == before);
  }
}
