; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Three kernels and what they share, as one crate without core gives them.

target datalayout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-v2048:2048-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

@histogram = addrspace(1) global [256 x i32] zeroinitializer

define internal i64 @index() #0 {
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %item = call i32 @llvm.amdgcn.workitem.id.x()
  %base = shl i32 %group, 8
  %index = add i32 %base, %item
  %wide = zext i32 %index to i64
  ret i64 %wide
}

define protected amdgpu_kernel void @vecadd(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out) #0 {
  %i = call i64 @index()
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %i
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %i
  %po = getelementptr float, ptr addrspace(1) %out, i64 %i
  %va = load float, ptr addrspace(1) %pa
  %vb = load float, ptr addrspace(1) %pb
  %sum = fadd float %va, %vb
  store float %sum, ptr addrspace(1) %po
  ret void
}

define protected amdgpu_kernel void @count(ptr addrspace(1) %data) #0 {
  %i = call i64 @index()
  %p = getelementptr i8, ptr addrspace(1) %data, i64 %i
  %byte = load i8, ptr addrspace(1) %p
  %bin = zext i8 %byte to i64
  %place = getelementptr [256 x i32], ptr addrspace(1) @histogram, i64 0, i64 %bin
  %old = atomicrmw add ptr addrspace(1) %place, i32 1 monotonic
  ret void
}

define protected amdgpu_kernel void @dot(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %out, i64 %n) #0 {
entry:
  %i = call i64 @index()
  %base = mul i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %place = add i64 %base, %k
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %place
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %place
  %va = load float, ptr addrspace(1) %pa
  %vb = load float, ptr addrspace(1) %pb
  %product = fmul float %va, %vb
  %more = fadd float %sum, %product
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %po = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %more, ptr addrspace(1) %po
  ret void
}

declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()

attributes #0 = { "target-cpu"="gfx90a" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 600}
