; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; With --allow-undefined unresolved symbols are external, with a warning for each.
; RUN: %link -O0 --allow-undefined %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: FileCheck %s < %t.ptx

; WARNING-NOT: error
; WARNING-DAG: llvm-bitcode-linker: warning: undefined symbol: missing_function
; WARNING-DAG: llvm-bitcode-linker: warning: undefined symbol: missing_variable
; WARNING-NOT: error
; CHECK-DAG: .extern .func {{.*}}missing_function
; CHECK-DAG: .extern .global {{.*}}missing_variable
; CHECK-DAG: .visible .entry k(
target triple = "nvptx64-nvidia-cuda"

@missing_variable = external global i32, align 4
declare i32 @missing_function(i32)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr @missing_variable
  %v = call i32 @missing_function(i32 %a)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
