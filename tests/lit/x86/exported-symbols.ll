; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Without a list all definitions of the inputs that their visibility allows are
; exported, functions and variables, with any convention for kernels; copies of inline
; functions and hidden ones are not.
; RUN: %llbc --target x86_64-unknown-linux-gnu -O0 %s -o %t.so 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.so | FileCheck %s
; RUN: %llbc --target x86_64-unknown-linux-gnu -O3 %s -o %t.so 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.so | FileCheck %s
; RUN: %llbc -O3 %s -o %t.so 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.so | FileCheck %s
; RUN: llvm-as %s -o %t.bc && %llbc -flavor gnu -shared %t.bc -o %t.so 2>&1 | count 0
; RUN: llvm-readelf -h --dyn-syms %t.so | FileCheck %s

; CHECK: Type: {{ *}}DYN
; CHECK: Machine: {{.*}}X86-64
; CHECK: Symbol table '.dynsym' contains 7 entries
; CHECK-DAG: FUNC GLOBAL {{[A-Z]+ *[0-9]+}} function{{$}}
; CHECK-DAG: FUNC WEAK {{[A-Z]+ *[0-9]+}} weak_function{{$}}
; CHECK-DAG: FUNC GLOBAL {{[A-Z]+ *[0-9]+}} protected_function{{$}}
; CHECK-DAG: FUNC GLOBAL {{[A-Z]+ *[0-9]+}} kernel{{$}}
; CHECK-DAG: OBJECT GLOBAL {{[A-Z]+ *[0-9]+}} variable{{$}}
; CHECK-DAG: OBJECT GLOBAL {{[A-Z]+ *[0-9]+}} constant{{$}}
target triple = "x86_64-unknown-linux-gnu"

@variable = global i32 1
@constant = constant i32 2
@hidden_variable = hidden global i32 3
@private_variable = internal global i32 4
define i32 @function(i32 %x) {
  %a = call i32 @hidden_function(i32 %x)
  %b = call i32 @inline_function(i32 %a)
  ret i32 %b
}
define weak i32 @weak_function() {
  ret i32 1
}
define protected i32 @protected_function() {
  ret i32 2
}
define spir_kernel void @kernel(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define hidden i32 @hidden_function(i32 %x) noinline {
  %v = load volatile i32, ptr @hidden_variable
  %r = add i32 %v, %x
  ret i32 %r
}
define linkonce_odr i32 @inline_function(i32 %x) noinline {
  %v = load volatile i32, ptr @private_variable
  ret i32 %v
}
