; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A mathematical intrinsic that PTX lacks, where the library is kept out, is an error that
; names it or the function that uses it.
; RUN: rm -f %t.ptx
; RUN: not %link --device-libs=none -O3 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not %link --device-libs=none -O0 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK: llvm-bitcode-linker: error: {{.*}}exp
; CHECK: {{^}}  {{.*}}k in {{.*}}math-without-library.ll
; CHECK-NOT: PLEASE
target triple = "nvptx64-nvidia-cuda"

declare float @llvm.exp.f32(float)
define ptx_kernel void @k(ptr addrspace(1) %p, float %x) {
  %e = call float @llvm.exp.f32(float %x)
  store float %e, ptr addrspace(1) %p
  ret void
}
