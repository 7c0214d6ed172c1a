; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Of variables and functions, those that are listed or that the host sets can be
; found at run time. All others are local, or gone where nothing uses them.
; RUN: %amd -O3 %s --export-symbol LISTED --export-symbol TABLE --export-symbol device_api -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms %t.elf | FileCheck %s
; RUN: llvm-readelf --symbols --dyn-syms %t.elf | FileCheck %s --check-prefix=GONE
; RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE
; RUN: %amd -O0 %s --export-symbol LISTED --export-symbol TABLE --export-symbol device_api -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms %t.elf | FileCheck %s
; RUN: llvm-readelf --symbols --dyn-syms %t.elf | FileCheck %s --check-prefix=GONE
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms %t.elf | FileCheck %s --check-prefix=NO-LIST

; CHECK: Symbol table '.dynsym' contains 8 entries
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} k{{$}}
; CHECK-DAG: OBJECT GLOBAL PROTECTED {{ *[0-9]+}} k.kd{{$}}
; CHECK-DAG: 4 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} LISTED{{$}}
; CHECK-DAG: 8 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} TABLE{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} device_api{{$}}
; CHECK-DAG: 4 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} from_host{{$}}
; CHECK-DAG: 4 OBJECT GLOBAL PROTECTED {{ *[0-9]+}} hidden_from_host{{$}}
; GONE: {{ }}UNLISTED{{$}}
; GONE-NOT: {{ }}(unused|SECRET){{$}}
; CODE: <device_api>:
; CODE: <k>:
; CODE-NOT: {{<(helper|unused)>}}
; NO-LIST: Symbol table '.dynsym' contains 5 entries
; NO-LIST-DAG: {{ }}k{{$}}
; NO-LIST-DAG: {{ }}k.kd{{$}}
; NO-LIST-DAG: {{ }}from_host{{$}}
; NO-LIST-DAG: {{ }}hidden_from_host{{$}}
target triple = "amdgcn-amd-amdhsa"

@LISTED = addrspace(1) global i32 7, align 4
@TABLE = addrspace(4) constant [2 x i32] [i32 1, i32 2]
@UNLISTED = addrspace(1) global i32 8, align 4
@SECRET = addrspace(1) global i32 9, align 4
@from_host = addrspace(1) externally_initialized global i32 0, align 4
@hidden_from_host = hidden addrspace(1) externally_initialized global i32 0, align 4
define i32 @unused(i32 %x) {
  ret i32 %x
}
define i32 @helper(i32 %x) {
  %v = load volatile i32, ptr addrspace(1) @UNLISTED
  %r = add i32 %v, %x
  ret i32 %r
}
define i32 @device_api(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) @LISTED
  %w = call i32 @helper(i32 %v)
  store i32 %w, ptr addrspace(1) %p
  ret void
}
