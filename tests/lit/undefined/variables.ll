; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An undefined variable is reported like a function, with the initialiser or
; function that refers to it.
; RUN: rm -f %t.ptx
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK-DAG: error: undefined symbol: missing_direct
; CHECK-DAG: error: undefined symbol: missing_in_table
; CHECK-DAG: needed by table in
; CHECK-DAG: {{(called|referenced)}} from kernel k in
target triple = "nvptx64-nvidia-cuda"

@missing_direct = external global i32, align 4
@missing_in_table = external global i32, align 4
@table = internal global [1 x ptr] [ptr @missing_in_table], align 8
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %a = load i32, ptr @missing_direct
  store i32 %a, ptr addrspace(1) %p
  %g = getelementptr [1 x ptr], ptr @table, i32 0, i32 %i
  %q = load volatile ptr, ptr %g
  store ptr %q, ptr addrspace(1) %p
  ret void
}
