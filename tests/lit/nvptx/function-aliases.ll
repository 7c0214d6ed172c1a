; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A call through an alias works at every PTX version (older ones have no .alias),
; also through an alias of an alias and a weak one.
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_30 -O0 %s -o %t.30.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.30.ptx
; RUN: %llbc --target nvptx64-nvidia-cuda --target-cpu sm_30 -O3 %s -o %t.30.O3.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.30.O3.ptx
; RUN: %link -O3 %s -o %t.80.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.80.ptx
; RUN: %ptxas %t.30.ptx %t.30.O3.ptx %t.80.ptx

; CHECK-NOT: .extern
; CHECK: .visible .entry k(
; CHECK-NOT: unused_alias
target triple = "nvptx64-nvidia-cuda"

@alias = alias i32 (i32), ptr @real
@alias_of_alias = alias i32 (i32), ptr @alias
@weak_alias = weak alias i32 (i32), ptr @real
@local_alias = internal alias i32 (i32), ptr @local
@unused_alias = weak alias i32 (i32), ptr @real
define i32 @real(i32 %x) noinline {
  %r = mul i32 %x, %x
  ret i32 %r
}
define internal i32 @local(i32 %x) noinline {
  %r = mul i32 %x, 7
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %a = call i32 @alias(i32 %x)
  %b = call i32 @alias_of_alias(i32 %a)
  %c = call i32 @weak_alias(i32 %b)
  %d = call i32 @local_alias(i32 %c)
  store i32 %d, ptr addrspace(1) %p
  ret void
}
