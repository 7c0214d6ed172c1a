; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Names that PTX does not allow are cleaned without taking a name that exists:
; every identifier is valid, and all definitions stay apart.
; RUN: %link -O0 %s -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %python %tools/check_identifiers.py %t.ptx
; RUN: %link -O3 %s -o %t.3.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.3.ptx
; RUN: %python %tools/check_identifiers.py %t.3.ptx
; RUN: %ptxas %t.ptx %t.3.ptx

; CHECK-DAG: .b8 {{[A-Za-z0-9_$]*}}[3] = {97, 98, 99};
; CHECK-DAG: .b8 {{[A-Za-z0-9_$]*}}[3] = {120, 121, 122};
; CHECK-DAG: mul.lo.s32 {{.*}}, 3;
; CHECK-DAG: mul.lo.s32 {{.*}}, 5;
target triple = "nvptx64-nvidia-cuda"

@alloc_1.x = private unnamed_addr constant [3 x i8] c"abc", align 1
@"alloc_1_$_x" = private unnamed_addr constant [3 x i8] c"xyz", align 1
define internal i32 @"_ZN59_$LT$nvkernel..MyStruct$u20$as$u20$core..cmp..PartialEq$GT$2eq17hebe6E"(i32 %a) noinline {
  %r = mul i32 %a, %a
  ret i32 %r
}
define internal i32 @foo.llvm.1234567890(i32 %a) noinline {
  %r = mul i32 %a, 3
  ret i32 %r
}
define internal i32 @"foo_$_llvm_$_1234567890"(i32 %a) noinline {
  %r = mul i32 %a, 5
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %g = getelementptr i8, ptr @alloc_1.x, i32 %i
  %c = load i8, ptr %g
  %g2 = getelementptr i8, ptr @"alloc_1_$_x", i32 %i
  %c2 = load i8, ptr %g2
  store i8 %c, ptr addrspace(1) %p
  %p1 = getelementptr i8, ptr addrspace(1) %p, i32 1
  store i8 %c2, ptr addrspace(1) %p1
  %a = call i32 @"_ZN59_$LT$nvkernel..MyStruct$u20$as$u20$core..cmp..PartialEq$GT$2eq17hebe6E"(i32 %i)
  %b = call i32 @foo.llvm.1234567890(i32 %a)
  %d = call i32 @"foo_$_llvm_$_1234567890"(i32 %b)
  %p2 = getelementptr i8, ptr addrspace(1) %p, i32 4
  store i32 %d, ptr addrspace(1) %p2
  ret void
}
