#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many.py <lib.rs of the kernels crate> <number>: the same crate with so many kernels, which differ in constants."""

import re
import sys

source, number = open(sys.argv[1]).read(), int(sys.argv[2])
kernels = re.findall(r"^kernel! \{ fn (\w+)(.*?^\} \})$", source, re.S | re.M)
print(re.sub(r"^kernel! \{ fn \w+.*?^\} \}\n", "", source, flags=re.S | re.M))
for i in range(number):
    name, rest = kernels[i % len(kernels)]
    copy = i // len(kernels)
    # Numbers of its own keep a kernel from being another one's.
    rest = re.sub(r"(?<![\w.\[])(\d+\.\d+)(?![\w.])", lambda found: f"({found[1]} + {copy}.0)", rest)
    print(f"kernel! {{ fn {name}_{copy}{rest}\n")
