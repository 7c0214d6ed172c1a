; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The answer to __CUDA_ARCH is the processor that the image is for, whatever stands after its number.
; RUN: %llbc --target-cpu sm_75 -O0 %s -o - | FileCheck -DARCH=750 %s
; RUN: %llbc --target-cpu sm_90a -O0 %s -o - | FileCheck -DARCH=900 %s
; RUN: %llbc --target-cpu sm_100f -O0 %s -o - | FileCheck -DARCH=1000 %s
; RUN: %llbc --target-cpu sm_120 -O3 %s -o - | FileCheck -DARCH=1200 %s
; RUN: %llbc -O3 %s -o - | FileCheck -DARCH=890 %s

; CHECK: st.{{.*}}b32 [%rd{{[0-9]+}}], [[ARCH]];
target triple = "nvptx64-nvidia-cuda"
@arch = private addrspace(4) constant [12 x i8] c"__CUDA_ARCH\00"
declare i32 @__nvvm_reflect(ptr)
define ptx_kernel void @k(ptr %p) "target-cpu"="sm_89" {
  %r = call i32 @__nvvm_reflect(ptr addrspacecast (ptr addrspace(4) @arch to ptr))
  store i32 %r, ptr %p
  ret void
}
