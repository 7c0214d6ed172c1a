#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_kernels.py PREFIX COUNT: LLVM assembly with so many kernels, hidden ones
among them."""

import sys

prefix, count = sys.argv[1], int(sys.argv[2])
print('target triple = "amdgcn-amd-amdhsa"')
for i in range(count):
    visibility = "hidden " if i % 2 else ""
    print(
        f"define {visibility}amdgpu_kernel void @{prefix}{i}(ptr addrspace(1) %p) {{\n"
        f"  store i32 {i}, ptr addrspace(1) %p\n  ret void\n}}"
    )
