; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel cannot return a value: an error that names each, whatever convention marks
; it as a kernel.
; RUN: rm -f %t.elf
; RUN: not %amd -O3 %s -o %t.elf 2>&1 | FileCheck %s
; RUN: not %amd -O0 %s -o %t.elf 2>&1 | FileCheck %s
; RUN: not ls %t.elf

; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}returns{{ |$}}
; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}portable{{ |$}}
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel i32 @returns(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret i32 0
}
define spir_kernel i64 @portable(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret i64 0
}
