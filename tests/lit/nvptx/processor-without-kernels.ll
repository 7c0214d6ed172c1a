; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Without a kernel, the newest processor that a function was compiled for counts.
; RUN: %llbc -O2 --export-symbol f %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %ptxas %t.ptx
; CHECK: .target sm_86
target triple = "nvptx64-nvidia-cuda"
define i32 @f(i32 %x) "target-cpu"="sm_86" {
  %y = call i32 @g(i32 %x)
  ret i32 %y
}
define i32 @g(i32 %x) "target-cpu"="sm_75" {
  ret i32 %x
}
