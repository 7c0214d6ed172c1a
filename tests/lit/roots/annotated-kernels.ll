; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A function that only !nvvm.annotations marks as a kernel is one, with its launch
; bounds; entries for functions that are gone do no harm.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: llvm-as %s -o %t.bc && %link -O0 %t.bc -o %t.0.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.0.ptx
; RUN: %ptxas %t.ptx %t.0.ptx

; CHECK-NOT: not_a_kernel
; CHECK: .visible .entry old_kernel(
; CHECK: .maxntid 128
; CHECK: .visible .entry second_kernel(
; CHECK-NOT: not_a_kernel
target triple = "nvptx64-nvidia-cuda"

define void @old_kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define void @second_kernel(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
define void @not_a_kernel(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
!nvvm.annotations = !{!0, !1, !2, !3}
!0 = !{ptr @old_kernel, !"kernel", i32 1, !"maxntidx", i32 128}
!1 = !{ptr null, !"kernel", i32 1}
!2 = !{ptr @second_kernel, !"kernel", i32 1}
!3 = !{ptr @not_a_kernel, !"maxntidx", i32 64}
