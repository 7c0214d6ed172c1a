; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What is weak in the inputs is weak in the image, as in ld.lld's: kernels, functions and variables.
; RUN: rm -rf %t && mkdir %t && cd %t && llvm-as %s -o a.bc
; RUN: ld.lld -shared -plugin-opt=mcpu=gfx90a a.bc -o judge && llvm-readelf --dyn-syms judge | awk 'NR>4{print $8,$4,$5}' | sort >judge.txt
; RUN: %llbc --target-cpu gfx90a a.bc --export-symbol weak_function --export-symbol weak_variable --export-symbol odr_variable --export-symbol strong_variable -o ours
; RUN: llvm-readelf --dyn-syms ours | awk 'NR>4{print $8,$4,$5}' | sort >ours.txt
; RUN: diff judge.txt ours.txt && FileCheck %s <ours.txt

; CHECK: kept_function FUNC WEAK
; CHECK: kept_variable OBJECT WEAK
; CHECK: strong_kernel FUNC GLOBAL
; CHECK: weak_function FUNC WEAK
; CHECK: weak_kernel FUNC WEAK
; CHECK: weak_kernel.kd OBJECT WEAK
; CHECK: weak_variable OBJECT WEAK

target triple = "amdgcn-amd-amdhsa"
@weak_variable = weak addrspace(1) global i32 1
@odr_variable = weak_odr addrspace(1) constant i32 1
@kept_variable = linkonce addrspace(1) global i32 1
@strong_variable = addrspace(1) global i32 1
@llvm.used = appending global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @kept_variable to ptr), ptr @kept_function]

define weak amdgpu_kernel void @weak_kernel() {
  ret void
}
define weak_odr amdgpu_kernel void @odr_kernel() {
  ret void
}
define amdgpu_kernel void @strong_kernel() {
  ret void
}
define linkonce_odr void @kept_function() {
  ret void
}
define weak void @weak_function() {
  ret void
}
