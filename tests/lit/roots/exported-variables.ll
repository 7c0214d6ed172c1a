; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Listed variables stay visible with their values, in every address space, though
; no code uses them: the host finds them by name.
; RUN: %link -O3 %s --export-symbol TABLE --export-symbol COUNTER --export-symbol GENERIC -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O0 %s --export-symbol TABLE --export-symbol COUNTER --export-symbol GENERIC -o %t.0.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.0.ptx
; RUN: %ptxas %t.ptx %t.0.ptx

; CHECK-NOT: SECRET
; CHECK-DAG: .visible .const .align 4 .b8 TABLE[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4
; CHECK-DAG: .visible .global .align 4 .u32 COUNTER;
; CHECK-DAG: .visible .global .align 4 .u32 GENERIC = 7;
; CHECK-DAG: .visible .entry k(
; CHECK-NOT: SECRET
target triple = "nvptx64-nvidia-cuda"

@TABLE = addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@COUNTER = addrspace(1) global i32 0, align 4
@GENERIC = constant i32 7, align 4
@SECRET = addrspace(1) global i32 9, align 4
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
