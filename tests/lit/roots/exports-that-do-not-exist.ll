; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; A listed name that no input defines is ignored: one that is nowhere, one that is
; only declared, one that is local, and a pattern, which is a name like any other.
; RUN: %link -O3 %s --export-symbol present --export-symbol absent --export-symbol declared --export-symbol local --export-symbol "*" -o %t.ptx 2>&1 | count 0
; RUN: FileCheck %s < %t.ptx
; RUN: %link -v -O3 %s --export-symbol present --export-symbol absent -o %t.ptx 2>&1 | FileCheck %s --check-prefix=VERBOSE

; CHECK-NOT: .extern
; CHECK-NOT: {{\.visible .func}}
; CHECK: .visible .entry present(
; CHECK-NOT: {{\.visible}}
; VERBOSE: ignored the export of 'absent'
target triple = "nvptx64-nvidia-cuda"

declare void @declared()
define internal void @local() {
  ret void
}
define void @not_listed() {
  call void @local()
  ret void
}
define ptx_kernel void @present(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
