; PTX's own tanh is there from sm_75 on.
; RUN: rm -rf %t && mkdir %t && cd %t && llvm-as %S/Inputs/libdevice.ll -o libdevice.bc
; RUN: %llbc --target-cpu sm_70 --libdevice libdevice.bc -O3 %s -o old.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=OLD %s < old.ptx
; RUN: %llbc --target-cpu sm_75 --libdevice missing.bc -O3 %s -o new.ptx 2>&1 | count 0
; RUN: FileCheck --check-prefix=NEW %s < new.ptx
; RUN: %ptxas new.ptx

; OLD: // __nv_tanhf
; NEW: tanh.approx.f32
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %x = load float, ptr %p
  %y = call afn float @llvm.tanh.f32(float %x)
  store float %y, ptr %p
  ret void
}
