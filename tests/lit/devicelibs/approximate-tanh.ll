; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; PTX's own tanh is used where the processor and the PTX ISA have it.
; RUN: rm -rf %t && mkdir %t && cd %t && llvm-as %S/Inputs/libdevice.ll -o libdevice.bc
; RUN: %llbc --target-cpu sm_70 --libdevice libdevice.bc -O3 %s -o sm_70.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=LIBRARY %s < sm_70.ptx
; RUN: %llbc --target-cpu sm_75 --libdevice libdevice.bc -O3 %s -o ptx63.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=LIBRARY %s < ptx63.ptx
; RUN: %llbc --target-cpu sm_75 --target-feature=+ptx70 --libdevice missing.bc -O3 %s -o ptx70.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=OWN %s < ptx70.ptx
; RUN: %link --libdevice missing.bc -O3 %s -o sm_80.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=OWN %s < sm_80.ptx
; RUN: %ptxas ptx63.ptx ptx70.ptx sm_80.ptx

; LIBRARY: // __nv_{{(fast_)?}}tanhf
; OWN: tanh.approx.f32
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p
  %y = call afn float @llvm.tanh.f32(float %x)
  store float %y, ptr %p
  ret void
}
