; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; With --allow-undefined unresolved symbols are external, with a warning for each.
; RUN: %amd -O0 --allow-undefined %s -o %t.elf 2>&1 | FileCheck %s --check-prefix=WARNING
; RUN: llvm-readelf --dyn-syms %t.elf | FileCheck %s

; WARNING-NOT: error
; WARNING-DAG: llvm-bitcode-linker: warning: undefined symbol: missing_function
; WARNING-DAG: llvm-bitcode-linker: warning: undefined symbol: missing_variable
; WARNING-NOT: error
; CHECK-DAG: UND missing_function{{$}}
; CHECK-DAG: UND missing_variable{{$}}
; CHECK-DAG: {{ }}k.kd{{$}}
target triple = "amdgcn-amd-amdhsa"

@missing_variable = external addrspace(1) global i32, align 4
declare i32 @missing_function(i32)
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %a = load i32, ptr addrspace(1) @missing_variable
  %v = call i32 @missing_function(i32 %a)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
