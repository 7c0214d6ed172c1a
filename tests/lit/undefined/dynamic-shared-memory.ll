; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Shared memory whose size is given at launch has no definition anywhere and is no
; undefined symbol.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx

; CHECK: .extern .shared .align 16 .b8 dynamic[];
target triple = "nvptx64-nvidia-cuda"

@dynamic = external addrspace(3) global [0 x i8], align 16
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %g = getelementptr [0 x i8], ptr addrspace(3) @dynamic, i32 0, i32 %i
  %v = load volatile i8, ptr addrspace(3) %g
  store i8 %v, ptr addrspace(1) %p
  ret void
}
