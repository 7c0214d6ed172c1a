; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Quotients and remainders of small integers side by side, which LLVM has no instruction
; for in code that it does not optimise.
; RUN: %amdhsa --target-cpu gfx90a -O0 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --symbols %t.elf | FileCheck %s
; RUN: %amdhsa --target-cpu gfx1030 -O0 %s -o %t.elf 2>&1 | count 0
; RUN: %amdhsa --target-cpu gfx1100 -O0 %s -o %t.elf 2>&1 | count 0
; RUN: %amdhsa --target-cpu gfx90a -O3 %s -o %t.elf 2>&1 | count 0
; CHECK-DAG: bytes.kd
; CHECK-DAG: halves.kd
; CHECK-DAG: unoptimised.kd

target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @halves(ptr addrspace(1) %p, i16 %a, i16 %b) {
  %q = udiv i16 %a, %b
  %r = urem i16 %a, %b
  %s = xor i16 %q, %r
  store i16 %s, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @bytes(ptr addrspace(1) %p, <4 x i8> %a, <4 x i8> %b) {
  %q = sdiv <4 x i8> %a, %b
  %r = srem <4 x i8> %a, %b
  %s = xor <4 x i8> %q, %r
  store <4 x i8> %s, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @unoptimised(ptr addrspace(1) %p, i8 %a, i8 %b) noinline optnone {
  %q = sdiv i8 %a, %b
  %r = srem i8 %a, %b
  %s = xor i8 %q, %r
  store i8 %s, ptr addrspace(1) %p
  ret void
}
