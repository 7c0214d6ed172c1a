; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What the CUDA driver provides is no undefined symbol.
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx

; CHECK-DAG: .extern .func {{.*}}vprintf
; CHECK-DAG: .extern .func {{.*}}malloc
; CHECK-DAG: .extern .func {{.*}}free
; CHECK-DAG: .extern .func {{.*}}__assertfail
target triple = "nvptx64-nvidia-cuda"

declare i32 @vprintf(ptr, ptr)
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @__assertfail(ptr, ptr, i32, ptr, i64)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @vprintf(ptr null, ptr null)
  %m = call ptr @malloc(i64 16)
  store volatile i32 %x, ptr %m
  call void @free(ptr %m)
  call void @__assertfail(ptr null, ptr null, i32 1, ptr null, i64 1)
  ret void
}
