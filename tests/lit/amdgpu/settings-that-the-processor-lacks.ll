; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A setting that the processor does not have is the same error from a feature as
; from a target ID: never a warning of LLVM's and a link without it.
; RUN: rm -f %t.elf
; RUN: not %amdhsa --target-cpu gfx1030 --target-feature=+xnack %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
; RUN: not ls %t.elf

; CHECK: llvm-bitcode-linker: error: processor 'gfx1030' has no setting 'xnack', which --target-feature gives
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
