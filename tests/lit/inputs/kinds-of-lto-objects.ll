; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Objects of -flto, of -flto=thin and of -funified-lto link together: the flags that say
; in which ways LTO may take them apart do not count here.
; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 k.ll thin.ll unified.ll -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 unified.ll thin.ll k.ll -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx

; CHECK-DAG: .func{{.*}} thin(
; CHECK-DAG: .func{{.*}} unified(
; CHECK-DAG: .visible .entry k(

;--- k.ll
target triple = "nvptx64-nvidia-cuda"
declare i32 @thin()
declare i32 @unified()
define ptx_kernel void @k(ptr %p) {
  %a = call i32 @thin()
  %b = call i32 @unified()
  %s = add i32 %a, %b
  store i32 %s, ptr %p
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"EnableSplitLTOUnit", i32 1}
!1 = !{i32 1, !"ThinLTO", i32 0}
;--- thin.ll
target triple = "nvptx64-nvidia-cuda"
define i32 @thin() noinline {
  ret i32 7
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
;--- unified.ll
target triple = "nvptx64-nvidia-cuda"
define i32 @unified() noinline {
  ret i32 8
}
!llvm.module.flags = !{!0, !1, !2}
!0 = !{i32 1, !"EnableSplitLTOUnit", i32 1}
!1 = !{i32 1, !"ThinLTO", i32 1}
!2 = !{i32 1, !"UnifiedLTO", i32 1}
