#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_modules.py COUNT FOLDER: writes COUNT modules of one kernel each, in
LLVM assembly, and all.rsp with their names, one a line."""

import os
import sys

count, folder = int(sys.argv[1]), sys.argv[2]
names = [f"module{i}.ll" for i in range(count)]
for i, name in enumerate(names):
    with open(os.path.join(folder, name), "w") as file:
        file.write(
            'target triple = "nvptx64-nvidia-cuda"\n'
            f"define ptx_kernel void @kernel{i}(ptr addrspace(1) %p) {{\n"
            f"  store i32 {i}, ptr addrspace(1) %p\n"
            "  ret void\n"
            "}\n"
        )
with open(os.path.join(folder, "all.rsp"), "w") as file:
    file.writelines(name + "\n" for name in names)
