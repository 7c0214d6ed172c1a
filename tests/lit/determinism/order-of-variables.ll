; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables that one initial value refers to are written in the order of the inputs.
; RUN: %link -O2 %s -o %t.ptx
; RUN: FileCheck %s < %t.ptx
; CHECK: .b8 s0[2]
; CHECK: .b8 s1[2]
; CHECK: .b8 s2[2]
; CHECK: .b8 s3[2]
; CHECK: .b8 s4[2]
; CHECK: .b8 s5[2]
; CHECK: .b8 s6[2]
; CHECK: .b8 s7[2]
; CHECK: a_table
target triple = "nvptx64-nvidia-cuda"
@a_table = internal addrspace(1) constant [8 x ptr addrspace(1)] [ptr addrspace(1) @s0, ptr addrspace(1) @s1, ptr addrspace(1) @s2, ptr addrspace(1) @s3, ptr addrspace(1) @s4, ptr addrspace(1) @s5, ptr addrspace(1) @s6, ptr addrspace(1) @s7]
@s0 = internal addrspace(1) constant [2 x i8] c"a\00"
@s1 = internal addrspace(1) constant [2 x i8] c"b\00"
@s2 = internal addrspace(1) constant [2 x i8] c"c\00"
@s3 = internal addrspace(1) constant [2 x i8] c"d\00"
@s4 = internal addrspace(1) constant [2 x i8] c"e\00"
@s5 = internal addrspace(1) constant [2 x i8] c"f\00"
@s6 = internal addrspace(1) constant [2 x i8] c"g\00"
@s7 = internal addrspace(1) constant [2 x i8] c"h\00"
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %q = getelementptr [8 x ptr addrspace(1)], ptr addrspace(1) @a_table, i64 0, i64 %n
  %v = load ptr addrspace(1), ptr addrspace(1) %q
  store ptr addrspace(1) %v, ptr addrspace(1) %p
  ret void
}
