; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An alias of a kernel is a kernel of that name, directly and through an alias;
; its own name stays where it is global.
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_30 -O0 %s -o %t.30.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.30.ptx
; RUN: %link -O3 %s -o %t.80.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.80.ptx
; RUN: %ptxas %t.30.ptx %t.80.ptx

; CHECK-NOT: .alias
; CHECK-DAG: .visible .entry kernel(
; CHECK-DAG: .visible .entry second_name(
; CHECK-DAG: .visible .entry third_name(
; CHECK-DAG: .visible .entry name_of_local(
; CHECK-NOT: .alias
target triple = "nvptx64-nvidia-cuda"

@second_name = alias void (ptr addrspace(1)), ptr @kernel
@third_name = alias void (ptr addrspace(1)), ptr @second_name
@name_of_local = alias void (ptr addrspace(1)), ptr @local_kernel
define ptx_kernel void @kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define internal ptx_kernel void @local_kernel(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
