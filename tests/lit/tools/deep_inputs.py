#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""deep_inputs.py calls|aliases|constants DEPTH OUT: a module of such depth."""

import sys

what, depth, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
lines = ['target triple = "nvptx64-nvidia-cuda"']
if what == "calls":
    lines.append("define internal i32 @f0(i32 %x) noinline {\n  ret i32 %x\n}")
    lines += [
        f"define internal i32 @f{i}(i32 %x) noinline {{\n"
        f"  %y = call i32 @f{i - 1}(i32 %x)\n  ret i32 %y\n}}"
        for i in range(1, depth)
    ]
    last = f"f{depth - 1}"
elif what == "aliases":
    lines.append("define internal i32 @f(i32 %x) noinline {\n  ret i32 %x\n}")
    lines.append("@a0 = alias i32 (i32), ptr @f")
    lines += [f"@a{i} = alias i32 (i32), ptr @a{i - 1}" for i in range(1, depth)]
    last = f"a{depth - 1}"
else:
    kinds = "ptr"
    value = "@text"
    for _ in range(depth):
        value = f"[{kinds} {value}]"
        kinds = f"[1 x {kinds}]"
    lines.append("@text = internal constant i32 1")
    lines.append(f"@deep = internal constant {kinds} {value}")
    lines.append(
        "define internal i32 @f(i32 %x) {\n"
        "  %v = load volatile i32, ptr @deep\n  ret i32 %v\n}"
    )
    last = "f"
lines.append(
    "define ptx_kernel void @k(ptr addrspace(1) %p) {\n"
    f"  %v = call i32 @{last}(i32 1)\n"
    "  store i32 %v, ptr addrspace(1) %p\n  ret void\n}"
)
with open(path, "w") as file:
    file.write("\n".join(lines) + "\n")
