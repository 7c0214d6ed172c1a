; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A processor that does not exist, is another vendor's or needs a newer PTX version
; than asked for, and a feature that does not exist, are errors that name them.
; RUN: rm -f %t.ptx
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_999 %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu gfx90a %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=VENDOR
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_90a --target-feature=+ptx70 %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=VERSION
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature=+ptx9999 %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=FEATURE
; RUN: not %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature=ptx78 %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=SIGN
; RUN: not ls %t.ptx

; UNKNOWN: llvm-bitcode-linker: error: {{.*}}sm_999
; VENDOR: llvm-bitcode-linker: error: {{.*}}gfx90a
; VERSION: llvm-bitcode-linker: error: {{.*}}sm_90a
; VERSION-NOT: PLEASE
; FEATURE: llvm-bitcode-linker: error: {{.*}}ptx9999
; SIGN: llvm-bitcode-linker: error: {{.*}}ptx78
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
