; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; k calls h, which is inlined; BAD is what its line holds.
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @_ZN5saxpy3run17h0123456789abcdefE(ptr addrspace(1) %p) !dbg !5 {
  call void @h(), !dbg !10
  call void asm sideeffect "{\0A}", ""(), !dbg !9
  store i32 1, ptr addrspace(1) %p, !dbg !9
  ret void, !dbg !9
}
define ptx_kernel void @other() !dbg !14 {
  ret void, !dbg !15
}
define internal void @h() alwaysinline !dbg !11 {
  call void asm sideeffect "BAD", ""(), !dbg !12
  ret void, !dbg !12
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3, !4}
!1 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !2, producer: "p", emissionKind: FullDebug)
!2 = !DIFile(filename: "src/lib.rs", directory: "/build")
!3 = !{i32 2, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "run", linkageName: "_ZN5saxpy3run17h0123456789abcdefE", file: !2, line: 3, type: !6, scopeLine: 3, unit: !1, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{}
!9 = !DILocation(line: 41, column: 5, scope: !5)
!10 = !DILocation(line: 40, column: 5, scope: !5)
!11 = distinct !DISubprogram(name: "h", file: !13, line: 6, type: !6, scopeLine: 6, unit: !1, spFlags: DISPFlagDefinition)
!12 = !DILocation(line: 7, column: 5, scope: !11)
!13 = !DIFile(filename: "src/helpers.rs", directory: "/build")
!14 = distinct !DISubprogram(name: "other", file: !2, line: 50, type: !6, scopeLine: 50, unit: !1, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 51, column: 5, scope: !14)
