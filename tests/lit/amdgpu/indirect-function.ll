; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An indirect function, which needs a loader that resolves it, is an error that names
; it, without a crash.
; RUN: rm -f %t.elf
; RUN: not %amd -O3 %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
; RUN: not ls %t.elf

; CHECK: llvm-bitcode-linker: error: AMD GPUs have no indirect functions (ifunc): chosen_at_load_time
; CHECK-NEXT:   defined in {{.*}}indirect-function.ll
target triple = "amdgcn-amd-amdhsa"

@chosen_at_load_time = ifunc void (), ptr @resolver
define ptr @resolver() {
  ret ptr null
}
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  call void @chosen_at_load_time()
  ret void
}
