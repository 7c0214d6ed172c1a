; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Recursion and calls through a table of functions come out complete: the table's
; functions are declared before it, the call has a prototype.
; RUN: %link -O0 %s -o %t.0.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.0.ptx
; RUN: %link -O3 %s -o %t.3.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.3.ptx
; RUN: %ptxas %t.0.ptx %t.3.ptx

; CHECK-DAG: .func {{.*}}impl_a
; CHECK-DAG: .func {{.*}}impl_b
; CHECK: .global .align 8 .u64 VTABLE[2] = {impl_a, impl_b};
; CHECK: .visible .entry k(
; CHECK: .callprototype
target triple = "nvptx64-nvidia-cuda"

@VTABLE = internal unnamed_addr constant [2 x ptr] [ptr @impl_a, ptr @impl_b], align 8
define internal i32 @impl_a(ptr %s, i32 %x) noinline {
  %r = add i32 %x, 1
  ret i32 %r
}
define internal i32 @impl_b(ptr %s, i32 %x) noinline {
  %r = mul i32 %x, 2
  ret i32 %r
}
define internal i32 @fact(i32 %n) noinline {
  %c = icmp ult i32 %n, 2
  br i1 %c, label %one, label %rec
one:
  ret i32 1
rec:
  %m = sub i32 %n, 1
  %v = call i32 @fact(i32 %m)
  %r = xor i32 %v, %n
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %g = getelementptr [2 x ptr], ptr @VTABLE, i32 0, i32 %i
  %f = load volatile ptr, ptr %g
  %v = call i32 %f(ptr null, i32 %i)
  %w = call i32 @fact(i32 %v)
  store i32 %w, ptr addrspace(1) %p
  ret void
}
