; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A live ifunc is an error that names it: PTX has nothing like it.
; RUN: rm -f %t.ptx
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK: llvm-bitcode-linker: error: {{.*}}chosen
; CHECK-NOT: PLEASE
target triple = "nvptx64-nvidia-cuda"

@chosen = ifunc i32 (), ptr @resolver
define internal ptr @resolver() {
  ret ptr null
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = call i32 @chosen()
  store i32 %v, ptr addrspace(1) %p
  ret void
}
