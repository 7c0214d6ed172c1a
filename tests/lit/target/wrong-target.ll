; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A target that this tool does not link for is an error that names it.
; RUN: rm -f %t.ptx
; RUN: not %llbc --target aarch64-unknown-linux-gnu %s -o %t.ptx 2>&1 | FileCheck %s -DTRIPLE=aarch64-unknown-linux-gnu
; RUN: not %llbc --target nvptx-nvidia-cuda %s -o %t.ptx 2>&1 | FileCheck %s -DTRIPLE=nvptx-nvidia-cuda
; RUN: not %llbc --target nonsense %s -o %t.ptx 2>&1 | FileCheck %s -DTRIPLE=nonsense
; RUN: not ls %t.ptx

; CHECK: llvm-bitcode-linker: error: {{.*}}[[TRIPLE]]
define ptx_kernel void @k() {
  ret void
}
