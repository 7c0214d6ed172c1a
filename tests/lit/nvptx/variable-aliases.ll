; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable is read through its alias, whole or at an offset, where the alias is
; not visible itself.
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O3 %s -o %t.3.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.3.ptx
; RUN: %ptxas %t.ptx %t.3.ptx

; CHECK: .global .align 4 .b8 data[8] = {5, 0, 0, 0, 6
; CHECK: .visible .entry k(
target triple = "nvptx64-nvidia-cuda"

@data = global [2 x i32] [i32 5, i32 6], align 4
@whole = alias [2 x i32], ptr @data
@second = alias i32, getelementptr (i8, ptr @data, i64 4)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr @whole
  %w = load volatile i32, ptr @second
  %x = add i32 %v, %w
  store i32 %x, ptr addrspace(1) %p
  ret void
}
