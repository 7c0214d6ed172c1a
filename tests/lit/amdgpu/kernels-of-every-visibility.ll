; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Every kernel and its descriptor can be found at run time, whatever its visibility
; in the input, listed or not.
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.elf | FileCheck %s
; RUN: %amd -O0 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.elf | FileCheck %s
; RUN: %amd -O3 %s --export-symbol hidden_kernel --export-symbol hidden_kernel.kd --export-symbol default_kernel -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.elf | FileCheck %s

; CHECK: OS/ABI: {{ *}}AMDGPU - HSA
; CHECK: Type: {{ *}}DYN
; CHECK: Symbol table '.dynsym' contains 9 entries
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} hidden_kernel{{$}}
; CHECK-DAG: 64 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} hidden_kernel.kd{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} default_kernel{{$}}
; CHECK-DAG: 64 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} default_kernel.kd{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} protected_kernel{{$}}
; CHECK-DAG: 64 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} protected_kernel.kd{{$}}
; CHECK-DAG: FUNC WEAK PROTECTED {{ *[0-9]+}} weak_kernel{{$}}
; CHECK-DAG: 64 OBJECT WEAK PROTECTED {{ *[0-9]+}} weak_kernel.kd{{$}}
target triple = "amdgcn-amd-amdhsa"

define hidden amdgpu_kernel void @hidden_kernel(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @default_kernel(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
define protected amdgpu_kernel void @protected_kernel(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}
define weak_odr hidden amdgpu_kernel void @weak_kernel(ptr addrspace(1) %p) {
  store i32 4, ptr addrspace(1) %p
  ret void
}
