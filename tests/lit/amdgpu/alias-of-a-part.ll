; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A listed alias of a part of a function is an error that names it; an unlisted one
; is gone.
; RUN: rm -f %t.elf
; RUN: not %amd -O3 %s --export-symbol _ZN2ns4partE -o %t.elf 2>&1 | FileCheck %s
; RUN: not ls %t.elf
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0

; CHECK: llvm-bitcode-linker: error: an alias must name a whole function: ns::part ('_ZN2ns4partE')
target triple = "amdgcn-amd-amdhsa"

@_ZN2ns4partE = alias i8, getelementptr (i8, ptr @k, i64 4)
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
