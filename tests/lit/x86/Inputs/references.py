# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Code that refers to each name of a list, or a check that each was reported.

references.py <list> bitcode|assembly
references.py <list> check <messages>
"""

import sys

with open(sys.argv[1], encoding="utf8") as file:
    names = file.read().split()
if sys.argv[2] == "bitcode":
    print('target triple = "x86_64-unknown-linux-gnu"')
    for number, name in enumerate(names):
        print(f"@{name} = external global i8")
        print(f"define ptr @f{number}() {{\n  ret ptr @{name}\n}}")
elif sys.argv[2] == "assembly":
    print(".data\n.globl table\ntable:")
    for name in names:
        print(f".quad {name}")
else:
    with open(sys.argv[3], encoding="utf8") as file:
        lines = file.read().splitlines()
    for name in names:
        found = [line for line in lines if "error: undefined symbol:" in line and name in line]
        assert len(found) == 1, (name, found)
