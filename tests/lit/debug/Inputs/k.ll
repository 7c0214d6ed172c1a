; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that calls a function, with types, variables and a static: what sed changes makes the variants.
target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(1) global [2 x i32] [i32 3, i32 5], !dbg !20
define internal i32 @scale(i32 %x) noinline !dbg !13 {
    #dbg_value(i32 %x, !15, !DIExpression(), !16)
  %t = load i32, ptr addrspace(1) @table, !dbg !16
  %r = mul i32 %x, %t, !dbg !16
  ret i32 %r, !dbg !17
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x) !dbg !5 {
  %v = call i32 @scale(i32 %x), !dbg !11
    #dbg_value(i32 %v, !10, !DIExpression(), !11)
  store i32 %v, ptr addrspace(1) %p, !dbg !12
  ret void, !dbg !12
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !1, producer: "rustc", isOptimized: true, emissionKind: FullDebug, globals: !19, splitDebugInlining: false, nameTableKind: GNU)
!1 = !DIFile(filename: "lib.rs", directory: "/src dir")
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k<[T; 2]>", linkageName: "k", scope: !1, file: !1, line: 3, type: !6, scopeLine: 3, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{null, !9}
!8 = !{!10}
!9 = !DIBasicType(name: "i32", size: 32, encoding: DW_ATE_signed)
!10 = !DILocalVariable(name: "v.0", scope: !5, file: !1, line: 4, type: !9)
!11 = !DILocation(line: 4, column: 5, scope: !5)
!12 = !DILocation(line: 5, column: 5, scope: !5)
!13 = distinct !DISubprogram(name: "{impl#0}::scale", linkageName: "scale", scope: !1, file: !1, line: 8, type: !6, scopeLine: 8, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !14)
!14 = !{!15}
!15 = !DILocalVariable(name: "x", arg: 1, scope: !13, file: !1, line: 8, type: !9)
!16 = !DILocation(line: 9, column: 7, scope: !13)
!17 = !DILocation(line: 10, column: 7, scope: !13)
!18 = distinct !DIGlobalVariable(name: "table", scope: !0, file: !1, line: 1, type: !9, isLocal: true, isDefinition: true)
!19 = !{!20}
!20 = !DIGlobalVariableExpression(var: !18, expr: !DIExpression())
