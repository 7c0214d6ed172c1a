; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What the back end only reports, such as dynamic stack memory for an old processor,
; is an error with the function, and leaves no output; newer ones take it.
; RUN: rm -f %t.ptx
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_50 -O3 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx
; RUN: %link --target-feature=+ptx78 -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: %ptxas %t.ptx
; RUN: grep "alloca" %t.ptx

; CHECK: llvm-bitcode-linker: error: kernel k needs sm_52 or newer and PTX ISA 7.3
; CHECK-NEXT: {{^}}  in {{.*}}dynamic-stack-allocation.ll
; CHECK-NOT: PLEASE
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p, i64 %n) {
  %a = alloca i8, i64 %n, align 8
  store volatile i8 1, ptr %a
  %v = load volatile i8, ptr %a
  store i8 %v, ptr addrspace(1) %p
  ret void
}
