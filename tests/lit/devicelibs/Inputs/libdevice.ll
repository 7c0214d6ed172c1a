; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A stand-in for libdevice: each function leaves its name in the PTX, as a comment.
target datalayout = "e-i64:64-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-gpulibs"

@table = global [2 x float] [float 1.0, float 2.0]

define float @helper(float %x) noinline {
  %first = load volatile float, ptr @table
  %sum = fadd float %x, %first
  ret float %sum
}
define float @__nv_sinf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_sinf", ""()
  %y = call float @helper(float %x)
  ret float %y
}
define float @__nv_fast_sinf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_fast_sinf", ""()
  ret float %x
}
define float @__nv_cosf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_cosf", ""()
  ret float %x
}
define float @__nv_fast_cosf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_fast_cosf", ""()
  ret float %x
}
define float @__nv_expf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_expf", ""()
  ret float %x
}
define float @__nv_tanhf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_tanhf", ""()
  ret float %x
}
define float @__nv_tanf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_tanf", ""()
  ret float %x
}
define float @__nv_fast_tanf(float %x) alwaysinline {
  call void asm sideeffect "// __nv_fast_tanf", ""()
  ret float %x
}
define double @__nv_sin(double %x) alwaysinline {
  call void asm sideeffect "// __nv_sin", ""()
  ret double %x
}
define double @__nv_exp(double %x) alwaysinline {
  call void asm sideeffect "// __nv_exp", ""()
  ret double %x
}
define double @__nv_unused(double %x) alwaysinline {
  call void asm sideeffect "// __nv_unused", ""()
  ret double %x
}
define float @__nv_powf(float %x, float %y) alwaysinline {
  call void asm sideeffect "// __nv_powf", ""()
  %z = fadd float %x, %y
  ret float %z
}
define float @__nv_fast_powf(float %x, float %y) alwaysinline {
  call void asm sideeffect "// __nv_fast_powf", ""()
  %z = fadd float %x, %y
  ret float %z
}
define double @__nv_pow(double %x, double %y) alwaysinline {
  call void asm sideeffect "// __nv_pow", ""()
  %z = fadd double %x, %y
  ret double %z
}
define float @__nv_fmodf(float %x, float %y) alwaysinline {
  call void asm sideeffect "// __nv_fmodf", ""()
  %z = fadd float %x, %y
  ret float %z
}
define double @__nv_fmod(double %x, double %y) alwaysinline {
  call void asm sideeffect "// __nv_fmod", ""()
  %z = fadd double %x, %y
  ret double %z
}
define float @__nv_powif(float %x, i32 %n) alwaysinline {
  call void asm sideeffect "// __nv_powif", ""()
  ret float %x
}
define void @__nv_sincosf(float %x, ptr %s, ptr %c) alwaysinline {
  call void asm sideeffect "// __nv_sincosf", ""()
  store float 4.0, ptr %s
  store float 8.0, ptr %c
  ret void
}
define float @__nv_frexpf(float %x, ptr %e) alwaysinline {
  call void asm sideeffect "// __nv_frexpf", ""()
  store i32 5, ptr %e
  ret float %x
}
define float @__nv_remquof(float %x, float %y, ptr %q) alwaysinline {
  call void asm sideeffect "// __nv_remquof", ""()
  store i32 6, ptr %q
  ret float %y
}
define double @__nv_scalbn(double %x, i32 %n) alwaysinline {
  call void asm sideeffect "// __nv_scalbn", ""()
  %p = sitofp i32 %n to double
  %y = fmul double %x, %p
  ret double %y
}
