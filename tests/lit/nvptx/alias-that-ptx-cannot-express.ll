; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An exported alias into the middle of a variable has no form in PTX: an error that
; names it.
; RUN: rm -f %t.ptx
; RUN: not %link -O0 %s --export-symbol second -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK: llvm-bitcode-linker: error: {{.*}}alias{{.*}}second
target triple = "nvptx64-nvidia-cuda"

@data = global [2 x i32] [i32 5, i32 6], align 4
@second = alias i32, getelementptr (i8, ptr @data, i64 4)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
