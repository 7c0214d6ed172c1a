; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @scale(ptr addrspace(1) %p, i32 %x) {
  %v = mul i32 %x, 3
  store i32 %v, ptr addrspace(1) %p
  ret void
}
