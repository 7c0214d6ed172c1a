; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; What damage.py damages: attributes, a constant, a call, metadata, a comdat.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

$inlined = comdat any
@text = private unnamed_addr constant [5 x i8] c"hello", align 1
@table = addrspace(1) global [2 x ptr] [ptr @inlined, ptr null], align 8

define linkonce_odr i32 @inlined(i32 %x) comdat {
  %y = mul nsw i32 %x, 3
  ret i32 %y
}
define ptx_kernel void @k(ptr addrspace(1) noundef writeonly align 4 dereferenceable(4) %p, i32 %x) #0 {
entry:
  %c = icmp eq i32 %x, 0
  br i1 %c, label %out, label %more, !prof !1
more:
  %v = call i32 @inlined(i32 %x)
  %g = getelementptr i8, ptr @text, i32 %x
  %b = load i8, ptr %g
  %w = zext i8 %b to i32
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %p, align 4
  br label %out
out:
  ret void
}
attributes #0 = { nofree norecurse nounwind "target-cpu"="sm_80" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!"branch_weights", i32 1, i32 99}
