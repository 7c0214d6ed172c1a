; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @by_convention(i32 addrspace(1)* %p, i32 %x) {
  %g = getelementptr i32, i32 addrspace(1)* %p, i64 1
  store i32 %x, i32 addrspace(1)* %g
  ret void
}
define void @by_annotation(i32 addrspace(1)* %p) {
  store i32 7, i32 addrspace(1)* %p
  ret void
}
define void @no_kernel(i32 addrspace(1)* %p) {
  store i32 8, i32 addrspace(1)* %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32 addrspace(1)*)* @by_annotation, !"kernel", i32 1}
