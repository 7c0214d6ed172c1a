; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A stand-in for ROCm's ockl.bc.
target triple = "amdgcn-amd-amdhsa"

define linkonce_odr i32 @__ockl_lane() alwaysinline {
  call void asm sideeffect "; __ockl_lane", ""()
  ret i32 9
}
