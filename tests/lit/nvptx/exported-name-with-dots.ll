; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An exported or kernel name that PTX cannot express is never changed in silence:
; the link fails and names it, or warns.
; RUN: %python %tools/not_silent.py %link -O0 %s --export-symbol ns.api -o %t.ptx
; RUN: not %link -O0 %s --export-symbol ns.api -o %t.ptx 2>&1 | FileCheck %s

; CHECK-DAG: error: {{.*}}ns.api
; CHECK-DAG: error: {{.*}}ns.kernel
target triple = "nvptx64-nvidia-cuda"

define i32 @ns.api(i32 %x) {
  ret i32 %x
}
define ptx_kernel void @ns.kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
