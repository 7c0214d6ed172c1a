; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; The processor and its settings reach the header and the metadata, the same from a
; target ID and from features; settings that are not given stay open.
; RUN: %amdhsa --target-cpu gfx90a %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x53f, gfx90a, xnack, sramecc" -DTARGET=amdgcn-amd-amdhsa--gfx90a
; RUN: %amdhsa --target-cpu gfx90a:xnack+ %s -o %t.on.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.on.elf | FileCheck %s "-DFLAGS=0x73f, gfx90a, xnack+, sramecc" "-DTARGET='amdgcn-amd-amdhsa--gfx90a:xnack+'"
; RUN: %amdhsa --target-cpu gfx90a --target-feature=+xnack %s -o %t.elf 2>&1 | count 0
; RUN: cmp %t.elf %t.on.elf
; RUN: %amdhsa --target-cpu gfx90a:xnack- %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x63f, gfx90a, xnack-, sramecc" "-DTARGET='amdgcn-amd-amdhsa--gfx90a:xnack-'"
; RUN: %amdhsa --target-cpu gfx90a:xnack+:sramecc- %s -o %t.both.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.both.elf | FileCheck %s "-DFLAGS=0xb3f, gfx90a, xnack+, sramecc-" "-DTARGET='amdgcn-amd-amdhsa--gfx90a:sramecc-:xnack+'"
; RUN: %amdhsa --target-cpu gfx90a:sramecc-:xnack+ %s -o %t.elf 2>&1 | count 0
; RUN: cmp %t.elf %t.both.elf
; RUN: %amdhsa --target-cpu=gfx90a:sramecc- --target-feature +xnack %s -o %t.elf 2>&1 | count 0
; RUN: cmp %t.elf %t.both.elf
; RUN: %amdhsa --target-cpu gfx90a --target-feature=+xnack,-sramecc %s -o %t.elf 2>&1 | count 0
; RUN: cmp %t.elf %t.both.elf
; RUN: %amdhsa --target-cpu gfx906:xnack-:sramecc+ %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0xe2f, gfx906, xnack-, sramecc+" "-DTARGET='amdgcn-amd-amdhsa--gfx906:sramecc+:xnack-'"
; RUN: %amdhsa --target-cpu gfx942 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x54c, gfx942, xnack, sramecc" -DTARGET=amdgcn-amd-amdhsa--gfx942
; RUN: %amdhsa --target-cpu gfx1030 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x36, gfx1030" -DTARGET=amdgcn-amd-amdhsa--gfx1030
; RUN: %amdhsa --target-cpu gfx1201 %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x4e, gfx1201" -DTARGET=amdgcn-amd-amdhsa--gfx1201
; RUN: %amdhsa --target-cpu gfx9-generic %s -o %t.elf 2>&1 | count 0
; RUN: llvm-readelf -h --notes %t.elf | FileCheck %s "-DFLAGS=0x1000151, gfx9-generic, xnack, generic_v1" -DTARGET=amdgcn-amd-amdhsa--gfx9-generic

; CHECK: Flags: {{ *}}[[FLAGS]]{{$}}
; CHECK: amdhsa.target: {{ *}}[[TARGET]]{{$}}
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
