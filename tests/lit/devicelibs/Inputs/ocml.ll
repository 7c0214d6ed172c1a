; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A stand-in for ROCm's ocml.bc: each function leaves its name in the assembly, as a comment.
target triple = "amdgcn-amd-amdhsa"

@__oclc_ABI_version = external hidden addrspace(4) constant i32
@__oclc_ISA_version = external hidden addrspace(4) constant i32
@__oclc_wavefrontsize64 = external hidden addrspace(4) constant i8
@__oclc_daz_opt = external hidden addrspace(4) constant i8
@__oclc_finite_only_opt = external hidden addrspace(4) constant i8
@__oclc_unsafe_math_opt = external hidden addrspace(4) constant i8
@__oclc_correctly_rounded_sqrt32 = external hidden addrspace(4) constant i8

; Stores what the controls are, each in the same place.
define linkonce_odr hidden void @__ocml_controls(ptr addrspace(1) %p) alwaysinline {
  %c0 = load i32, ptr addrspace(4) @__oclc_ABI_version
  %c1 = load i32, ptr addrspace(4) @__oclc_ISA_version
  %c2 = load i8, ptr addrspace(4) @__oclc_wavefrontsize64
  %c3 = load i8, ptr addrspace(4) @__oclc_daz_opt
  %c4 = load i8, ptr addrspace(4) @__oclc_finite_only_opt
  %c5 = load i8, ptr addrspace(4) @__oclc_unsafe_math_opt
  %c6 = load i8, ptr addrspace(4) @__oclc_correctly_rounded_sqrt32
  %z0 = add i32 %c0, 0
  %z1 = add i32 %c1, 0
  %z2 = zext i8 %c2 to i32
  %z3 = zext i8 %c3 to i32
  %z4 = zext i8 %c4 to i32
  %z5 = zext i8 %c5 to i32
  %z6 = zext i8 %c6 to i32
  store volatile i32 %z0, ptr addrspace(1) %p
  store volatile i32 %z1, ptr addrspace(1) %p
  store volatile i32 %z2, ptr addrspace(1) %p
  store volatile i32 %z3, ptr addrspace(1) %p
  store volatile i32 %z4, ptr addrspace(1) %p
  store volatile i32 %z5, ptr addrspace(1) %p
  store volatile i32 %z6, ptr addrspace(1) %p
  ret void
}
define linkonce_odr float @__ocml_sin_f32(float %x) alwaysinline {
  call void asm sideeffect "; __ocml_sin_f32", ""()
  ret float %x
}
define linkonce_odr float @__ocml_native_sin_f32(float %x) alwaysinline {
  call void asm sideeffect "; __ocml_native_sin_f32", ""()
  ret float %x
}
define linkonce_odr float @__ocml_cos_f32(float %x) alwaysinline {
  call void asm sideeffect "; __ocml_cos_f32", ""()
  ret float %x
}
define linkonce_odr float @__ocml_tan_f32(float %x) alwaysinline {
  call void asm sideeffect "; __ocml_tan_f32", ""()
  ret float %x
}
define linkonce_odr float @__ocml_tanh_f32(float %x) alwaysinline {
  call void asm sideeffect "; __ocml_tanh_f32", ""()
  ret float %x
}
define linkonce_odr double @__ocml_sin_f64(double %x) alwaysinline {
  call void asm sideeffect "; __ocml_sin_f64", ""()
  ret double %x
}
define linkonce_odr double @__ocml_exp_f64(double %x) alwaysinline {
  call void asm sideeffect "; __ocml_exp_f64", ""()
  ret double %x
}
define linkonce_odr double @__ocml_unused_f64(double %x) alwaysinline {
  call void asm sideeffect "; __ocml_unused_f64", ""()
  ret double %x
}
define linkonce_odr float @__ocml_pow_f32(float %x, float %y) alwaysinline {
  call void asm sideeffect "; __ocml_pow_f32", ""()
  %z = fadd float %x, %y
  ret float %z
}
define linkonce_odr float @__ocml_sincos_f32(float %x, ptr addrspace(5) %c) alwaysinline {
  call void asm sideeffect "; __ocml_sincos_f32", ""()
  store float 8.0, ptr addrspace(5) %c
  ret float 4.0
}
define linkonce_odr float @__ocml_frexp_f32(float %x, ptr addrspace(5) %e) alwaysinline {
  call void asm sideeffect "; __ocml_frexp_f32", ""()
  store i32 5, ptr addrspace(5) %e
  ret float %x
}
declare i32 @__ockl_lane()
define linkonce_odr i32 @__ocml_lane() alwaysinline {
  call void asm sideeffect "; __ocml_lane", ""()
  %l = call i32 @__ockl_lane()
  ret i32 %l
}
