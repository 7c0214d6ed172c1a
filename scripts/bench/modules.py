#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes small modules of textual IR: 2,000 of them, of which one kernel needs 100."""

import sys
from pathlib import Path

COUNT = 2000
GROUP = 100  # modules that need each other

HEADER = """target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""

# work_N calls the next two of its group, as in a binary tree; nothing calls spare_N.
# Hidden, as device compilers make what is no kernel: clang-nvlink-wrapper keeps what is not.
MODULE = """
@table_{n} = hidden constant [4 x i32] [i32 {n}, i32 {a}, i32 {b}, i32 7]

define internal i32 @mix(i32 %x, i32 %y) {{
  %m = mul i32 %x, {a}
  %s = xor i32 %m, %y
  %r = lshr i32 %s, 5
  %t = add i32 %r, %s
  ret i32 %t
}}

define hidden i32 @work_{n}(ptr %data, i32 %x) {{
  %p = getelementptr i32, ptr %data, i32 %x
  %v = load i32, ptr %p
  %slot = and i32 %v, 3
  %q = getelementptr [4 x i32], ptr @table_{n}, i32 0, i32 %slot
  %w = load i32, ptr %q
  %vw = add i32 %v, %w
  %r0 = call i32 @mix(i32 %x, i32 %vw)
{calls}
  ret i32 %r{last}
}}

define hidden i32 @spare_{n}(ptr %data, i32 %x) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ %x, %entry ], [ %mixed, %loop ]
  %p = getelementptr i32, ptr %data, i32 %i
  %v = load i32, ptr %p
  %w = add i32 %v, {b}
  %mixed = call i32 @mix(i32 %sum, i32 %w)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %x
  br i1 %more, label %loop, label %done
done:
  ret i32 %mixed
}}
"""

KERNEL = """
declare i32 @work_0(ptr, i32)

define ptx_kernel void @kernel(ptr %data, i32 %x) {
  %r = call i32 @work_0(ptr %data, i32 %x)
  store i32 %r, ptr %data
  ret void
}
"""


def module(n):
    first = n - n % GROUP
    needed = [first + k for k in (2 * (n - first) + 1, 2 * (n - first) + 2) if k < GROUP]
    calls = [f"  %r{i} = call i32 @work_{m}(ptr %data, i32 %r{i - 1})" for i, m in enumerate(needed, 1)]
    declarations = [f"declare i32 @work_{m}(ptr, i32)" for m in needed]
    body = MODULE.format(n=n, a=2 * n + 3, b=n * 31 % 257, calls="\n".join(calls), last=len(needed))
    return HEADER + body + "\n".join(declarations) + "\n"


def main():
    folder = Path(sys.argv[1])
    (folder / "kernel.ll").write_text(HEADER + KERNEL)
    for n in range(COUNT):
        (folder / f"module{n}.ll").write_text(module(n))


if __name__ == "__main__":
    main()
