; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What no root reaches is not in the output, at any level: functions, variables,
; cycles of them, the panic handler and the allocator's error handler.
; RUN: %link -O0 %s --export-symbol k -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O1 %s --export-symbol k -o %t.ptx && FileCheck %s < %t.ptx
; RUN: %link -O2 %s --export-symbol k -o %t.ptx && FileCheck %s < %t.ptx
; RUN: %link -O3 %s --export-symbol k -o %t.ptx && FileCheck %s < %t.ptx
; RUN: %link -Os %s --export-symbol k -o %t.ptx && FileCheck %s < %t.ptx
; RUN: %link -Oz %s --export-symbol k -o %t.ptx && FileCheck %s < %t.ptx

; CHECK-NOT: {{dead|rust_begin_unwind|__rg_oom}}
; CHECK: .visible .entry k(
; CHECK-NOT: {{dead|rust_begin_unwind|__rg_oom|\.visible}}
target triple = "nvptx64-nvidia-cuda"

@dead_table = global [2 x ptr] [ptr @dead_ping, ptr @dead_other], align 8
@dead_other = addrspace(0) global ptr @dead_table, align 8
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @live(i32 7)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define i32 @live(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
define void @rust_begin_unwind(ptr %i) noreturn {
  br label %l
l:
  br label %l
}
define void @__rg_oom(i64 %s, i64 %a) noreturn {
  br label %l
l:
  br label %l
}
define void @dead_ping() {
  call void @dead_pong()
  ret void
}
define void @dead_pong() {
  call void @dead_ping()
  ret void
}
