; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that calls sinf, for NVIDIA.
target triple = "nvptx64-nvidia-cuda"
declare float @sinf(float)
define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p
  %y = call float @sinf(float %x)
  store float %y, ptr %p
  ret void
}
