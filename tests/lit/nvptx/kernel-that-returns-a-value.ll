; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel cannot return a value: an error that names each, also where only an
; annotation makes it a kernel.
; RUN: rm -f %t.ptx
; RUN: not %link -O3 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}kernel{{.*}}: returns
; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}kernel{{.*}}: annotated
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel i32 @returns(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret i32 0
}
define i64 @annotated(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret i64 0
}
!nvvm.annotations = !{!0}
!0 = !{ptr @annotated, !"kernel", i32 1}
