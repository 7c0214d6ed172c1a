; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An address is computed from another one into the same array only where the difference of their
; indices cannot wrap: LLVM 22's strength reduction takes the difference in the index's own type.
; RUN: %link -O0 --target-cpu=sm_75 %s -o %t.0.ptx
; RUN: %link -O1 --target-cpu=sm_75 %s -o %t.1.ptx
; RUN: %link -O2 --target-cpu=sm_75 %s -o %t.2.ptx
; RUN: %link -O3 --target-cpu=sm_75 %s -o %t.3.ptx
; RUN: FileCheck %s < %t.1.ptx
; RUN: FileCheck %s < %t.2.ptx
; RUN: FileCheck %s < %t.3.ptx
; RUN: %ptxas %t.0.ptx %t.1.ptx %t.2.ptx %t.3.ptx

target triple = "nvptx64-nvidia-cuda"

; Where it cannot wrap, nothing is lost.
; CHECK-LABEL: .entry known(
; CHECK: +400]
; CHECK: ret;
define ptx_kernel void @known(ptr %p, i32 %n, float %x) {
  %i = sext i32 %n to i64
  %first = getelementptr float, ptr %p, i64 %i
  store float %x, ptr %first
  %m = add nsw i32 %n, 100
  %j = sext i32 %m to i64
  %second = getelementptr float, ptr %p, i64 %j
  store float %x, ptr %second
  ret void
}

; What a branchless merge of core's slice::sort does: one of the two moves back, the other stays.
; CHECK-LABEL: .entry merge(
; CHECK-NOT: {{[+-]-?4}}]
; CHECK: ret;
define ptx_kernel void @merge(ptr %p, ptr %q, ptr %out, i32 %a, i32 %b) {
  %less = icmp ult i32 %a, %b
  %other = xor i1 %less, true
  %i = sext i1 %other to i64
  %left = getelementptr i32, ptr %p, i64 %i
  %x = load i32, ptr %left
  %j = sext i1 %less to i64
  %right = getelementptr i32, ptr %p, i64 %j
  %y = load i32, ptr %right
  %r = sub i32 %x, %y
  store i32 %r, ptr %out
  ret void
}

; An index that is extended by the address computation itself.
; CHECK-LABEL: .entry narrow(
; CHECK-NOT: +400]
; CHECK: ret;
define ptx_kernel void @narrow(ptr %p, i8 %n, float %x) {
  %first = getelementptr float, ptr %p, i8 %n
  store float %x, ptr %first
  %m = add i8 %n, 100
  %second = getelementptr float, ptr %p, i8 %m
  store float %x, ptr %second
  ret void
}

; Elements of two and of one byte at one index: the negation of the least index is itself.
; CHECK-LABEL: .entry sizes(
; CHECK-NOT: neg.s16
; CHECK: ret;
define ptx_kernel void @sizes(ptr %p, i8 %n) {
  %i = sext i8 %n to i64
  %first = getelementptr i16, ptr %p, i64 %i
  store i16 1, ptr %first
  %second = getelementptr i8, ptr %p, i64 %i
  store i8 2, ptr %second
  ret void
}

; The difference is a variable that the code computes for another purpose.
; CHECK-LABEL: .entry variable(
; CHECK: mul.wide.s32
; CHECK: add.s32
; CHECK: mul.wide.s32
; CHECK: ret;
define ptx_kernel void @variable(ptr %p, i32 %n, i32 %m, i32 %x) {
  %i = sext i32 %n to i64
  %first = getelementptr i32, ptr %p, i64 %i
  store i32 %x, ptr %first
  %sum = add i32 %n, %m
  %j = sext i32 %sum to i64
  %second = getelementptr i32, ptr %p, i64 %j
  store i32 %m, ptr %second
  ret void
}

; CHECK-LABEL: .entry wrapping(
; CHECK-NOT: +400]
; CHECK: add.s32 {{.*}}, 100;
; CHECK-NOT: +400]
; CHECK: ret;
define ptx_kernel void @wrapping(ptr %p, i32 %n, float %x) {
  %i = sext i32 %n to i64
  %first = getelementptr float, ptr %p, i64 %i
  store float %x, ptr %first
  %m = add i32 %n, 100
  %j = sext i32 %m to i64
  %second = getelementptr float, ptr %p, i64 %j
  store float %x, ptr %second
  ret void
}
