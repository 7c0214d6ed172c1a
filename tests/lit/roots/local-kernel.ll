; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel with local linkage has no name that the host could launch: it is no root.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx

; CHECK-NOT: local_kernel
; CHECK: .visible .entry k(
; CHECK-NOT: local_kernel
target triple = "nvptx64-nvidia-cuda"

define internal ptx_kernel void @local_kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
