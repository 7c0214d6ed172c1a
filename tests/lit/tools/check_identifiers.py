#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_identifiers.py FILE: every name that the PTX in FILE declares must be
valid, and declared once."""

import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = re.sub(r"//.*", "", file.read())
names = re.findall(
    r"^(?:\.visible |\.extern |\.weak )?\.(?:global|const|shared)\b.*? "
    r"(?:\.[a-z]\d+ )([^ =;\[]+)",
    text,
    re.MULTILINE,
)
names += re.findall(
    r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([^\s(]+)\s*\([^)]*\)[^;{]*\{", text
)
if not names:
    sys.exit("no names found")
for name in names:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_$]*|[_$%][A-Za-z0-9_$]+", name):
        sys.exit(f"not a PTX identifier: {name}")
    if names.count(name) > 1:
        sys.exit(f"declared more than once: {name}")
