; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The PTX version is the lowest that the processor needs; +ptxNN raises it, and is
; the same with '=' and without, in one list and in two options.
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_30 %s -o - | FileCheck %s -DVERSION=3.2 -DCPU=sm_30
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_70 %s -o - | FileCheck %s -DVERSION=6.0 -DCPU=sm_70
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 %s -o - | FileCheck %s -DVERSION=7.0 -DCPU=sm_80
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_89 %s -o - | FileCheck %s -DVERSION=7.8 -DCPU=sm_89
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_90a %s -o - | FileCheck %s -DVERSION=8.0 -DCPU=sm_90a
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_120 %s -o - | FileCheck %s -DVERSION=8.7 -DCPU=sm_120
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature=+ptx78 %s -o - | FileCheck %s -DVERSION=7.8 -DCPU=sm_80
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature +ptx78 %s -o - | FileCheck %s -DVERSION=7.8 -DCPU=sm_80
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature=+ptx70,+ptx71,+ptx78 %s -o - | FileCheck %s -DVERSION=7.8 -DCPU=sm_80
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_80 --target-feature=+ptx78 --target-feature=+ptx71 %s -o - | FileCheck %s -DVERSION=7.8 -DCPU=sm_80
; RUN: %llbc --target nvptx64-nvidia-cuda %s -o - | FileCheck %s -DVERSION=3.2 -DCPU=sm_30
; RUN: %llbc %s -o - | FileCheck %s -DVERSION=3.2 -DCPU=sm_30

; CHECK: {{^}}.version [[VERSION]]{{$}}
; CHECK-NEXT: {{^}}.target [[CPU]]{{$}}
; CHECK: .visible .entry k(
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
