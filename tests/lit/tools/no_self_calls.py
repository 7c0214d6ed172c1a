#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""no_self_calls.py FILE...: no function of the PTX in each FILE calls itself,
and nothing external is called."""

import re
import sys

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"//.*", "", file.read())
    if ".extern" in text:
        sys.exit(f"{path}: has an external symbol")
    bodies = re.findall(
        r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([^\s(]+)\s*\([^)]*\)[^;{]*"
        r"\n\{\n(.*?)\n\}",
        text,
        re.DOTALL,
    )
    if not bodies:
        sys.exit(f"{path}: no functions found")
    for name, body in bodies:
        for call in re.findall(r"call[^;]*;", body):
            if re.search(rf"\b{re.escape(name)}\b", call):
                sys.exit(f"{path}: {name} calls itself")
