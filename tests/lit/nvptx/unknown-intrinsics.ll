; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; An intrinsic that this LLVM does not know is an error that names it and its user,
; and no .extern that the driver could not find; --allow-undefined does not help.
; RUN: rm -f %t.ptx
; RUN: not %link -O3 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not %link -O0 %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not %link -O0 --allow-undefined %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not ls %t.ptx

; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}llvm.cuda.syncthreads
; CHECK-DAG: llvm-bitcode-linker: error: {{.*}}llvm.nvvm.not.a.real.intrinsic
; CHECK-DAG: needed by kernel k in {{.*}}unknown-intrinsics.ll
target triple = "nvptx64-nvidia-cuda"

declare void @llvm.cuda.syncthreads()
declare i32 @llvm.nvvm.not.a.real.intrinsic(i32)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.cuda.syncthreads()
  %v = call i32 @llvm.nvvm.not.a.real.intrinsic(i32 1)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
