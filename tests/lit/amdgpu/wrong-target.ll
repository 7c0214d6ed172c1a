; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Other systems of AMD's GPUs are errors that name them; there is no code object for
; NVIDIA's.
; RUN: rm -f %t.elf
; RUN: not %llbc --target amdgcn-amd-amdpal --target-cpu gfx90a %s -o %t.elf 2>&1 | FileCheck %s -DTRIPLE=amdgcn-amd-amdpal
; RUN: not %llbc --target amdgcn-mesa-mesa3d --target-cpu gfx90a %s -o %t.elf 2>&1 | FileCheck %s -DTRIPLE=amdgcn-mesa-mesa3d
; RUN: not %llbc --target r600-amd-amdhsa --target-cpu gfx90a %s -o %t.elf 2>&1 | FileCheck %s -DTRIPLE=r600-amd-amdhsa
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 %s -o %t.elf 2>&1 | FileCheck %s --check-prefix=OTHER
; RUN: not ls %t.elf

; CHECK: llvm-bitcode-linker: error: unsupported target '[[TRIPLE]]'; {{.*}}amdgcn-amd-amdhsa
; OTHER: llvm-bitcode-linker: error: {{.*}}wrong-target.ll: {{.*}}amdgcn-amd-amdhsa{{.*}}nvptx64-nvidia-cuda
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
