; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Equal kernels that the compiler merged, so that one is an alias of the other, are
; kernels of their own again: each has code, a descriptor and an entry in the
; metadata. So are an alias of an alias and an alias of a local kernel.
; RUN: %amd -O3 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms --notes %t.elf | FileCheck %s
; RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE
; RUN: %amd -O0 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf --dyn-syms --notes %t.elf | FileCheck %s
; RUN: llvm-objdump -d %t.elf | FileCheck %s --check-prefix=CODE

; CHECK: Symbol table '.dynsym' contains 9 entries
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} first{{$}}
; CHECK-DAG: OBJECT GLOBAL PROTECTED {{ *[0-9]+}} first.kd{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} second{{$}}
; CHECK-DAG: OBJECT GLOBAL PROTECTED {{ *[0-9]+}} second.kd{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} third{{$}}
; CHECK-DAG: OBJECT GLOBAL PROTECTED {{ *[0-9]+}} third.kd{{$}}
; CHECK-DAG: FUNC GLOBAL PROTECTED {{ *[0-9]+}} name_of_local{{$}}
; CHECK-DAG: OBJECT GLOBAL PROTECTED {{ *[0-9]+}} name_of_local.kd{{$}}
; CHECK: amdhsa.kernels:
; CHECK-DAG: .symbol: {{ *}}first.kd
; CHECK-DAG: .symbol: {{ *}}second.kd
; CHECK-DAG: .symbol: {{ *}}third.kd
; CHECK-DAG: .symbol: {{ *}}name_of_local.kd
; CODE-DAG: <first>:
; CODE-DAG: <second>:
; CODE-DAG: <third>:
; CODE-DAG: <name_of_local>:
target triple = "amdgcn-amd-amdhsa"

@second = alias void (ptr addrspace(1)), ptr @first
@third = weak alias void (ptr addrspace(1)), ptr @second
@name_of_local = alias void (ptr addrspace(1)), ptr @local_kernel
define amdgpu_kernel void @first(ptr addrspace(1) %p) unnamed_addr {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define internal amdgpu_kernel void @local_kernel(ptr addrspace(1) %p) {
  store i32 2, ptr addrspace(1) %p
  ret void
}
