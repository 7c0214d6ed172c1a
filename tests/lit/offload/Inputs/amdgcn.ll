; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @scale(ptr addrspace(1) %p, i32 %x) {
  %v = mul i32 %x, 3
  store i32 %v, ptr addrspace(1) %p
  ret void
}
