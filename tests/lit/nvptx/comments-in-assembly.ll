; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Directives that only comments of assembly and texts in it name do no harm.
; RUN: %link -O3 %s -o %t.ptx 2>&1 | count 0
; RUN: %ptxas %t.ptx
target triple = "nvptx64-nvidia-cuda"
module asm "// .version 3.2 is old"
module asm "/* and so is .target sm_20 */"
define ptx_kernel void @k(ptr %p) {
  call void asm sideeffect "// needs .target sm_80 at least", ""()
  ret void
}
