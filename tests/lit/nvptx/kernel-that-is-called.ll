; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call of a kernel is an error that names both.
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: error: a kernel cannot be called: callee
; CHECK-NEXT: defined in {{.*}}kernel-that-is-called.ll
; CHECK-NEXT: called from caller
define ptx_kernel void @callee(ptr addrspace(1) %p) {
  ret void
}
define ptx_kernel void @caller(ptr addrspace(1) %p) {
  call ptx_kernel void @callee(ptr addrspace(1) %p)
  ret void
}
