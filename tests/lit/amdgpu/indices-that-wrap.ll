; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An address is computed from another one into the same array only where the difference of their
; indices cannot wrap (see the test of this name for NVIDIA).
; RUN: %amd -O2 --emit=asm %s -o %t.s
; RUN: FileCheck %s < %t.s

target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: merge:
; CHECK-NOT: , -4
; CHECK: s_endpgm
define amdgpu_kernel void @merge(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %a, i32 %b) {
  %less = icmp ult i32 %a, %b
  %other = xor i1 %less, true
  %i = sext i1 %other to i64
  %left = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %left
  %j = sext i1 %less to i64
  %right = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %y = load i32, ptr addrspace(1) %right
  %r = sub i32 %x, %y
  store i32 %r, ptr addrspace(1) %out
  ret void
}
