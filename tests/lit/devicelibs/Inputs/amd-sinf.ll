; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that calls sinf, for AMD.
target triple = "amdgcn-amd-amdhsa"
declare float @sinf(float)
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %x = load float, ptr addrspace(1) %p
  %y = call float @sinf(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
