; Inputs for a code object version that LLVM no longer makes are an error that names
; them.
; RUN: rm -f %t.elf
; RUN: not %amd %s -o %t.elf 2>&1 | FileCheck %s
; RUN: not ls %t.elf

; CHECK: llvm-bitcode-linker: error: {{.*}}code object version
; CHECK: unsupported-code-object-version.ll
; CHECK-NOT: PLEASE
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 300}
