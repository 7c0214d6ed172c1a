; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Integers of odd widths above 64 bits have all their bytes.
; RUN: %link -O1 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx
target triple = "nvptx64-nvidia-cuda"

; CHECK-DAG: wide127[16] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 127}
@wide127 = addrspace(1) externally_initialized global i127 -1
; CHECK-DAG: wide121[16] = {254, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1}
@wide121 = addrspace(1) externally_initialized global i121 -2
define ptx_kernel void @k() {
  ret void
}
