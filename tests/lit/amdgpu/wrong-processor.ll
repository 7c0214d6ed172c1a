; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; No processor, one that does not exist or is another vendor's, and settings that do
; not exist, come twice, have no sign or are not the processor's are errors that name
; what is wrong.
; RUN: rm -f %t.elf
; RUN: not %amdhsa %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=NONE
; RUN: not %amdhsa --target-cpu gfx9999 %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=UNKNOWN -DCPU=gfx9999 -DID=gfx9999
; RUN: not %amdhsa --target-cpu gfx90:xnack+ %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=UNKNOWN -DCPU=gfx90 -DID=gfx90:xnack+
; RUN: not %amdhsa --target-cpu sm_80 %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=UNKNOWN -DCPU=sm_80 -DID=sm_80
; RUN: not %amdhsa --target-cpu generic %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=UNKNOWN -DCPU=generic -DID=generic
; RUN: not %amdhsa --target-cpu gfx90a:foo+ %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=SETTING -DCPU=gfx90a -DNAME=foo -DID=gfx90a:foo+
; RUN: not %amdhsa --target-cpu gfx1030:xnack+ %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=SETTING -DCPU=gfx1030 -DNAME=xnack -DID=gfx1030:xnack+
; RUN: not %amdhsa --target-cpu gfx900:sramecc- %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=SETTING -DCPU=gfx900 -DNAME=sramecc -DID=gfx900:sramecc-
; RUN: not %amdhsa --target-cpu gfx90a:xnack+:sramecc-:xnack- %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=TWICE
; RUN: not %amdhsa --target-cpu gfx90a:xnack %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=SIGN -DSETTING=xnack
; RUN: not %amdhsa --target-cpu gfx90a: %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=SIGN -DSETTING=
; RUN: not %amd --target-feature=+xnak %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=FEATURE
; RUN: not %amd --target-feature=xnack %s -o %t.elf 2>&1 | FileCheck %s --match-full-lines --check-prefix=FEATURE-SIGN
; RUN: not ls %t.elf

; NONE: llvm-bitcode-linker: error: no processor: pass --target-cpu=gfx90a or another one;{{.*}}
; UNKNOWN: llvm-bitcode-linker: error: unknown processor '[[CPU]]' in target ID '[[ID]]'
; SETTING: llvm-bitcode-linker: error: processor '[[CPU]]' has no setting '[[NAME]]', which target ID '[[ID]]' gives
; TWICE: llvm-bitcode-linker: error: target ID 'gfx90a:xnack+:sramecc-:xnack-' gives 'xnack' twice
; SIGN: llvm-bitcode-linker: error: setting '[[SETTING]]' of target ID 'gfx90a:[[SETTING]]' must end with + or -
; FEATURE: llvm-bitcode-linker: error: unknown target feature '+xnak' for amdgcn-amd-amdhsa
; FEATURE-SIGN: llvm-bitcode-linker: error: target feature 'xnack' must begin with + or -
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
