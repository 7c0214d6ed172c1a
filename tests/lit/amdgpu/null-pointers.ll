; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Null is a number of its own in each address space, and a fine initial value.
; RUN: %amd -O1 %s --emit=elf,asm -o %t.elf 2>&1 | count 0
; RUN: FileCheck %s < %t.s
target triple = "amdgcn-amd-amdhsa"

; CHECK: local_null:
; CHECK-NEXT: .long {{4294967295|-1|0xffffffff}}
@local_null = addrspace(1) externally_initialized global ptr addrspace(3) addrspacecast (ptr null to ptr addrspace(3))
define amdgpu_kernel void @k() {
  ret void
}
