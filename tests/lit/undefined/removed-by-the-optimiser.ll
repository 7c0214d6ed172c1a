; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A reference that only the optimiser proves dead is none at -O3.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx

; CHECK-NOT: missing
target triple = "nvptx64-nvidia-cuda"

declare void @missing()
define internal i1 @debug_assertions() {
  ret i1 false
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %c = call i1 @debug_assertions()
  br i1 %c, label %check, label %out
check:
  call void @missing()
  br label %out
out:
  store i32 1, ptr addrspace(1) %p
  ret void
}
