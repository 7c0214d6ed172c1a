; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A variable that the host sets before a launch stays visible, listed or not.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s --input-file %t.ptx
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: .visible .global .align 4 .u32 from_host
; CHECK-NOT: private_one
@from_host = addrspace(1) externally_initialized global i32 0
@private_one = addrspace(1) global i32 0
define ptx_kernel void @k(ptr addrspace(1) %p) {
  ret void
}
