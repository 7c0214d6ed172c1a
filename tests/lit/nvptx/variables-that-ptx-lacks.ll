; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Variables in memory where PTX has none, and kernel parameters without a size,
; are errors that name the variable or the kernel.
; RUN: rm -f %t.ptx
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not %link -O3 %s -o %t.ptx 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not ls %t.ptx

; CHECK-DAG: error: PTX has no thread-local variables: per_thread{{$}}
; CHECK-DAG: error: PTX has no variables in address space 5: on_the_stack{{$}}
; CHECK-DAG: error: PTX has no variables in address space 101: a_parameter{{$}}
; CHECK-DAG: error: PTX has no kernel parameters without a size: k{{$}}
target triple = "nvptx64-nvidia-cuda"

@per_thread = internal thread_local global i32 0
@on_the_stack = internal addrspace(5) global i32 poison
@a_parameter = internal addrspace(101) global i32 poison
define ptx_kernel void @k(ptr %p, ptr byval({}) %empty) {
  store volatile i32 0, ptr %p
  %a = load volatile i32, ptr @per_thread
  %b = load volatile i32, ptr addrspace(5) @on_the_stack
  %c = load volatile i32, ptr addrspace(101) @a_parameter
  ret void
}
