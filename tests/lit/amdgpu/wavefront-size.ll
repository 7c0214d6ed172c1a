; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Processors that have two wavefront sizes run 32 threads at a time unless a feature
; says 64.
; RUN: %amdhsa --target-cpu gfx1030 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s -DSIZE=32
; RUN: %amdhsa --target-cpu gfx1030 --target-feature=+wavefrontsize64 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s -DSIZE=64
; RUN: %amd %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --notes %t.elf | FileCheck %s -DSIZE=64

; CHECK: .wavefront_size: {{ *}}[[SIZE]]{{$}}
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
