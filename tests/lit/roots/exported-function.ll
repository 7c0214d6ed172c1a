; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A listed device function stays visible under its name; others do not, though
; their code is the same.
; RUN: %link -O3 %s --export-symbol k --export-symbol device_api -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -O0 %s --export-symbol k --export-symbol device_api -o %t.0.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.0.ptx
; RUN: %link -O3 %s --export-symbol device_api -o %t.no-kernel.ptx 2>&1 | count 0
; RUN: %ptxas %t.ptx %t.0.ptx

; CHECK-NOT: device_private
; CHECK: .visible .func {{.*}}device_api
; CHECK-NOT: device_private
; CHECK: .visible .entry k(
; CHECK-NOT: device_private
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  ret void
}
define i32 @device_api(i32 %x) {
  %r = add i32 %x, 40
  ret i32 %r
}
define i32 @device_private(i32 %x) {
  %r = add i32 %x, 40
  ret i32 %r
}
