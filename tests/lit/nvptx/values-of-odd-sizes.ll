; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Constants that LLVM writes wrong keep their values: 16-bit floating-point numbers,
; which ptxas would read as zero, and integers and vectors with padding, whose
; neighbours would move.
; RUN: %link -O0 %s --export-symbol VISIBLE -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx

; CHECK-DAG: .visible .global .align 2 .b8 VISIBLE[2] = {0, 60};
; CHECK-DAG: .global .align 2 .b8 brain[2] = {128, 63};
; CHECK-DAG: .global .align 4 .b8 odd[4] = {253, 255, 255};
; CHECK-DAG: .global .align 16 .b8 colours[32] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6};
; CHECK-DAG: .global .align 1 .b8 mask[1] = {13};
; CHECK-DAG: .shared .align 16 .b8 tile[64];
target triple = "nvptx64-nvidia-cuda"

@VISIBLE = addrspace(1) global half 1.0
@brain = internal addrspace(1) global bfloat 1.0
@odd = internal addrspace(1) global i24 -3
@colours = internal addrspace(1) constant [2 x <3 x i32>] [<3 x i32> <i32 1, i32 2, i32 3>, <3 x i32> <i32 4, i32 5, i32 6>]
@mask = internal addrspace(1) constant <4 x i1> <i1 1, i1 0, i1 1, i1 1>
@tile = internal addrspace(3) global [4 x <3 x float>] poison
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %a = load volatile i16, ptr addrspace(1) @VISIBLE
  %b = load volatile i16, ptr addrspace(1) @brain
  %c = load volatile i32, ptr addrspace(1) @odd
  %g = getelementptr i32, ptr addrspace(1) @colours, i32 %i
  %d = load volatile i32, ptr addrspace(1) %g
  %e = load volatile i8, ptr addrspace(1) @mask
  %h = getelementptr i32, ptr addrspace(3) @tile, i32 %i
  store volatile i32 %d, ptr addrspace(3) %h
  ret void
}
