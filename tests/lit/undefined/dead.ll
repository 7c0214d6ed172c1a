; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; References from dead code do not count, at any level: from functions that
; nothing calls, and from branches that the optimiser removes.
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx

; CHECK-NOT: {{extern|missing}}
; CHECK: .visible .entry k(
; CHECK-NOT: {{extern|missing}}
target triple = "nvptx64-nvidia-cuda"

declare void @rust_begin_unwind_missing()
declare i32 @__never_linked_missing(i32)
@missing_variable = external global i32
@dead_pointer = global ptr @missing_variable
define i32 @dead_helper(i32 %x) {
  %v = call i32 @__never_linked_missing(i32 %x)
  call void @rust_begin_unwind_missing()
  ret i32 %v
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
