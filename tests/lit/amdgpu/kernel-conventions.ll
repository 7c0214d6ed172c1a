; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels of portable code, whose convention is another, become kernels of the GPU.
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms --notes %t.elf | FileCheck %s

; CHECK: Symbol table '.dynsym' contains 5 entries
; CHECK-DAG: 64 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} portable.kd
; CHECK-DAG: 64 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} native.kd
; CHECK: .symbol: {{ *}}native.kd
; CHECK: .symbol: {{ *}}portable.kd
target triple = "amdgcn-amd-amdhsa"

define spir_kernel void @portable(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @native(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
