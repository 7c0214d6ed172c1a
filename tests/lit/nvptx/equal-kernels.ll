; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Two kernels with equal bodies are two entries, each with its own body and without
; a call, at every level.
; RUN: %link -O0 %s -o %t.0.ptx && FileCheck %s --implicit-check-not=call < %t.0.ptx
; RUN: %link -O1 %s -o %t.1.ptx && FileCheck %s --implicit-check-not=call < %t.1.ptx
; RUN: %link -O2 %s -o %t.2.ptx && FileCheck %s --implicit-check-not=call < %t.2.ptx
; RUN: %link -O3 %s -o %t.3.ptx && FileCheck %s --implicit-check-not=call < %t.3.ptx
; RUN: %link -Os %s -o %t.s.ptx && FileCheck %s --implicit-check-not=call < %t.s.ptx
; RUN: %link -Oz %s -o %t.z.ptx && FileCheck %s --implicit-check-not=call < %t.z.ptx
; RUN: %ptxas %t.0.ptx %t.3.ptx %t.s.ptx

; CHECK: .visible .entry a(
; CHECK: mul.lo.s32 {{.*}}, 17;
; CHECK: st.global
; CHECK: .visible .entry b(
; CHECK: mul.lo.s32 {{.*}}, 17;
; CHECK: st.global
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @a(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %z) {
  %g = getelementptr i32, ptr addrspace(1) %y, i32 %z
  %v = load i32, ptr addrspace(1) %g
  %w = mul i32 %v, 17
  %h = getelementptr i32, ptr addrspace(1) %x, i32 %z
  store i32 %w, ptr addrspace(1) %h
  ret void
}
define ptx_kernel void @b(ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %z) {
  %g = getelementptr i32, ptr addrspace(1) %y, i32 %z
  %v = load i32, ptr addrspace(1) %g
  %w = mul i32 %v, 17
  %h = getelementptr i32, ptr addrspace(1) %x, i32 %z
  store i32 %w, ptr addrspace(1) %h
  ret void
}
