; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The chain of an undefined symbol ends at an exported function where no kernel
; reaches it.
; RUN: not %link -O0 %s --export-symbol api -o %t.ptx 2>&1 | FileCheck %s

; CHECK: error: undefined symbol: missing
; CHECK-NEXT: {{^}}  needed by {{.*}}helper in
; CHECK-NEXT: {{^}}  called from {{.*}}api in
target triple = "nvptx64-nvidia-cuda"

declare void @missing()
define void @api() {
  call void @helper()
  ret void
}
define internal void @helper() noinline {
  call void @missing()
  ret void
}
