; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel needs no export list (rustc passes none for a bin): it is the only
; visible symbol at every level, and at -O3 what it calls is part of it.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: FileCheck %s --check-prefix=INLINED < %t.ptx
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx

; CHECK-NOT: .visible .func
; CHECK: .visible .entry vecadd(
; CHECK-NOT: .visible
; INLINED-NOT: helper
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @vecadd(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %go
go:
  %v = load float, ptr addrspace(1) %a
  %w = call float @helper(float %v)
  store float %w, ptr addrspace(1) %b
  br label %out
out:
  ret void
}
define float @helper(float %x) {
  %y = fadd float %x, 1.0
  ret float %y
}
