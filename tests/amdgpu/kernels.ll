; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What comgr_check looks for: kernels of several visibilities, one that is an alias,
; and a variable that is listed; a function and a variable that are not.
target triple = "amdgcn-amd-amdhsa"

@TABLE = addrspace(4) constant [2 x i32] [i32 1, i32 2], align 4
@UNLISTED = addrspace(1) global i32 8, align 4
@merged = alias void (ptr addrspace(1), i32), ptr @plain
define i32 @helper(i32 %x) noinline {
  %v = load volatile i32, ptr addrspace(1) @UNLISTED
  %r = add i32 %v, %x
  ret i32 %r
}
define amdgpu_kernel void @plain(ptr addrspace(1) %p, i32 %x) {
  %v = call i32 @helper(i32 %x)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define hidden amdgpu_kernel void @unseen(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
