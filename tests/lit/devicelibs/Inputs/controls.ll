; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel that stores what the stand-in ocml.ll knows of its controls.
target triple = "amdgcn-amd-amdhsa"
declare void @__ocml_controls(ptr addrspace(1))
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  call void @__ocml_controls(ptr addrspace(1) %p)
  ret void
}
