; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Assembly that sets the file's version or target is an error: PTX has one header.
; RUN: rm -f %t.ptx
; RUN: not %link -O3 %s -o %t.ptx 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
; RUN: not ls %t.ptx

; CHECK: llvm-bitcode-linker: error: assembly must not contain .target
; CHECK-NEXT:   in k in {{.*}}assembly-with-header-directives.ll
; CHECK-NEXT: llvm-bitcode-linker: error: the module-level assembly must not contain .version
target triple = "nvptx64-nvidia-cuda"

module asm ".version 9.0"
define ptx_kernel void @k() {
  call void asm sideeffect ".target sm_90;", ""()
  ret void
}
