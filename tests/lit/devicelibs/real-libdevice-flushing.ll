; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; libdevice's own questions are answered: its square root flushes denormals where the inputs' flag says so.
; REQUIRES: libdevice
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=FLUSHES --implicit-check-not=sqrt. %s < %t.ptx
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=FLUSHES --implicit-check-not=sqrt. %s < %t.ptx
; RUN: %link -O3 --ftz=false %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=EXACT --implicit-check-not=sqrt. %s < %t.ptx
; RUN: %link -O3 --ftz=false --prec-sqrt=false %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=INEXACT --implicit-check-not=sqrt. %s < %t.ptx

; FLUSHES: sqrt.rn.ftz.f32
; EXACT: sqrt.rn.f32
; INEXACT: sqrt.approx.f32
target triple = "nvptx64-nvidia-cuda"
declare float @__nv_sqrtf(float)
define ptx_kernel void @k(ptr addrspace(1) %p, float %x) {
  %v = call float @__nv_sqrtf(float %x)
  store float %v, ptr addrspace(1) %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
