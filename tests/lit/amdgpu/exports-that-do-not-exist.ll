; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A listed name that no input defines is ignored, and so is the name of a
; descriptor, which no input can define: rustc lists both.
; RUN: %amd -O3 %s --export-symbol present --export-symbol present.kd --export-symbol absent --export-symbol absent.kd -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms %t.elf | FileCheck %s

; CHECK: Symbol table '.dynsym' contains 3 entries
; CHECK-DAG: {{ }}present{{$}}
; CHECK-DAG: {{ }}present.kd{{$}}
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @present(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
