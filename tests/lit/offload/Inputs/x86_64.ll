; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target triple = "x86_64-unknown-linux-gnu"
define void @scale(ptr %p, i32 %x) {
  %v = mul i32 %x, 3
  store i32 %v, ptr %p
  ret void
}
