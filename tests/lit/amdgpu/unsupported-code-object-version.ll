; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Inputs for a code object version that LLVM does not make, any more or yet, are an
; error that names them; an option that decides helps.
; RUN: rm -f %t.elf
; RUN: not %amd %s -o %t.elf 2>&1 | FileCheck %s -DFILE=%s -DVERSION=3
; RUN: sed s/300/200/ %s > %t.2.ll
; RUN: not %amd %t.2.ll -o %t.elf 2>&1 | FileCheck %s -DFILE=%t.2.ll -DVERSION=2
; RUN: sed s/300/700/ %s > %t.7.ll
; RUN: not %amd %t.7.ll -o %t.elf 2>&1 | FileCheck %s -DFILE=%t.7.ll -DVERSION=7
; RUN: not ls %t.elf
; RUN: %amd --code-object-version=5 %s -o %t.elf 2>&1 | count 0

; CHECK: llvm-bitcode-linker: error: [[FILE]]: code object version [[VERSION]] is not supported, only 4, 5 and 6
; CHECK-NEXT: {{^}}  note: --code-object-version decides instead of the inputs{{$}}
; CHECK-NOT: {{.}}
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 300}
