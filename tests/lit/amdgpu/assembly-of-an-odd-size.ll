; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Module assembly may leave any number of bytes in .text: kernels have sections of their
; own, aligned as ever, as ld.lld makes them.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: %amd -O0 %s -o o.elf 2>&1 | count 0
; RUN: %amd -O3 %s -o o3.elf 2>&1 | count 0
; RUN: llvm-readelf --symbols o.elf | FileCheck %s
; RUN: llvm-readelf --symbols o3.elf | FileCheck %s
; CHECK-DAG: {{0+[0-9a-f]*00 +[0-9]+ FUNC .* first$}}
; CHECK-DAG: {{0+[0-9a-f]*00 +[0-9]+ FUNC .* second$}}

target triple = "amdgcn-amd-amdhsa"
module asm ".byte 0, 1, 2"
define amdgpu_kernel void @first(ptr addrspace(1) %p) {
  call void asm sideeffect ".byte 0", ""()
  ret void
}
define amdgpu_kernel void @second(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
