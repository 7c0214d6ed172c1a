; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call of a kernel, which the hardware alone can start, is an error that names the
; caller.
; RUN: rm -f %t.elf
; RUN: not %amd -O3 %s -o %t.elf 2>&1 | FileCheck %s
; RUN: not ls %t.elf

; CHECK: llvm-bitcode-linker: error: {{.*}}caller
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  store i32 %i, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @caller(ptr addrspace(1) %p) {
  call amdgpu_kernel void @k(ptr addrspace(1) %p, i32 3)
  ret void
}
