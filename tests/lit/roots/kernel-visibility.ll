; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel is an entry whatever its visibility, with and without a list; so is a
; kernel of SPIR's convention, as libraries for several targets have them.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O0 %s --export-symbol hidden_kernel -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx

; CHECK-DAG: .visible .entry hidden_kernel
; CHECK-DAG: .visible .entry default_kernel
; CHECK-DAG: .visible .entry protected_kernel
; CHECK-DAG: .visible .entry spir_convention
target triple = "nvptx64-nvidia-cuda"

define hidden ptx_kernel void @hidden_kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @default_kernel(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
define protected ptx_kernel void @protected_kernel(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @spir_convention(ptr addrspace(1) %p) {
  store i32 4, ptr addrspace(1) %p
  ret void
}
