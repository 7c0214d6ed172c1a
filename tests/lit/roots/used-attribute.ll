; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What llvm.used and llvm.compiler.used name (Rust's #[used]) stays at every
; level: external and internal variables, and functions.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O0 %s -o %t.0.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.0.ptx
; RUN: %ptxas %t.ptx %t.0.ptx

; CHECK-NOT: {{llvm\.}}
; CHECK-DAG: .global .align 4 .u32 used_static = 5;
; CHECK-DAG: .global .align 4 .u32 private_used_static = 7;
; CHECK-DAG: .global .align 4 .u32 compiler_used_static = 6;
; CHECK-DAG: .func used_fn
; CHECK-DAG: .visible .entry k(
target triple = "nvptx64-nvidia-cuda"

@used_static = addrspace(1) global i32 5, align 4
@compiler_used_static = internal addrspace(1) global i32 6, align 4
@private_used_static = internal addrspace(1) global i32 7, align 4
@llvm.used = appending global [3 x ptr] [ptr addrspacecast (ptr addrspace(1) @used_static to ptr), ptr @used_fn, ptr addrspacecast (ptr addrspace(1) @private_used_static to ptr)], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @compiler_used_static to ptr)], section "llvm.metadata"
define void @used_fn() {
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
