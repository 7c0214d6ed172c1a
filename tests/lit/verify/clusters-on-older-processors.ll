; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A kernel's cluster size, which LLVM leaves out below sm_90, is not left out silently. A limit of it, which clang's OpenMP sets
; on every processor, is.
; RUN: %link %s -o %t.ptx 2>&1 | FileCheck %s
; RUN: not %link --fatal-warnings %s -o %t.none 2>/dev/null
; RUN: %llbc --target-cpu sm_90 %s -o %t.ptx 2>&1 | count 0
; RUN: grep reqnctapercluster %t.ptx && grep maxclusterrank %t.ptx

; CHECK: warning: kernel k loses its nvvm.cluster_dim, which needs sm_90 or newer; the link is for sm_80
; CHECK-NOT: warning
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() "nvvm.cluster_dim"="2,1,1" { ret void }
define ptx_kernel void @l() "nvvm.maxclusterrank"="4" { ret void }
define ptx_kernel void @m() { ret void }
