; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where the depth of the stack cannot be known, because of recursion or calls through
; a table of functions, the metadata says that a kernel needs a dynamic stack, at
; every level, and with debug information.
; RUN: %amd -O0 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s
; RUN: %amd -O0 --debug %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s
; RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE

; CHECK: .name: {{ *}}calls
; CHECK: .uses_dynamic_stack: true
; CHECK: .name: {{ *}}leaf
; CHECK: .uses_dynamic_stack: false
; CODE: <calls>:
; CODE: s_swappc_b64
; CODE: <recursive>:
; CODE: s_swappc_b64
target triple = "amdgcn-amd-amdhsa"

@TABLE = internal unnamed_addr addrspace(4) constant [2 x ptr] [ptr @recursive, ptr @other], align 8
define i32 @recursive(i32 %n) noinline {
  %a = alloca [8 x i32], align 4, addrspace(5)
  %g = getelementptr [8 x i32], ptr addrspace(5) %a, i32 0, i32 %n
  store volatile i32 %n, ptr addrspace(5) %g
  %c = icmp ult i32 %n, 2
  br i1 %c, label %one, label %more
one:
  ret i32 1
more:
  %m = sub i32 %n, 1
  %v = call i32 @recursive(i32 %m)
  %w = load volatile i32, ptr addrspace(5) %g
  %r = add i32 %v, %w
  ret i32 %r
}
define internal i32 @other(i32 %x) noinline {
  %r = mul i32 %x, 3
  ret i32 %r
}
define amdgpu_kernel void @calls(ptr addrspace(1) %p, i32 %i) {
  %g = getelementptr [2 x ptr], ptr addrspace(4) @TABLE, i32 0, i32 %i
  %f = load ptr, ptr addrspace(4) %g
  %v = call i32 %f(i32 %i)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @leaf(ptr addrspace(1) %p, i32 %i) {
  store i32 %i, ptr addrspace(1) %p
  ret void
}
