; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An exported alias is visible under its name: of a function, at every PTX version,
; and of a variable that has no other visible name.
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_30 -O0 %s --export-symbol api --export-symbol DATA -o %t.30.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.30.ptx
; RUN: %link -O3 %s --export-symbol api --export-symbol DATA -o %t.80.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.80.ptx
; RUN: %ptxas %t.30.ptx %t.80.ptx

; CHECK-DAG: .visible .func {{.*}}api(
; CHECK-DAG: .visible .global .align 4 .u32 DATA = 5;
; CHECK-DAG: .visible .entry k(
target triple = "nvptx64-nvidia-cuda"

@api = alias i32 (i32), ptr @implementation
@DATA = alias i32, ptr @data
@data = internal global i32 5, align 4
define i32 @implementation(i32 %x) {
  %r = mul i32 %x, %x
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr @data
  store i32 %v, ptr addrspace(1) %p
  ret void
}
