; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Names that mean something else in PTX: local ones change, visible ones are an
; error.
; RUN: %link -O0 %s --export-symbol k -o %t.ptx 2>&1 | count 0
; RUN: %ptxas %t.ptx
; RUN: not %link -O0 %s --export-symbol retval0 --export-symbol WARP_SZ -o %t.no.ptx 2>&1 | FileCheck %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: error: PTX cannot hold a visible symbol of this name: retval0
; CHECK-DAG: error: PTX cannot hold a visible symbol of this name: WARP_SZ
@WARP_SZ = addrspace(1) global i32 7
define i32 @param0(i32 %x) noinline {
  %r = mul i32 %x, %x
  ret i32 %r
}
define i32 @retval0(i32 %x) noinline {
  %r = call i32 @param0(i32 %x)
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %w = load i32, ptr addrspace(1) @WARP_SZ
  %v = call i32 @retval0(i32 %w)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
