#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""plain_text.py FILE: FILE is UTF-8 without NUL or CR, ends in one newline, and
its first directives are .version, .target and .address_size; .globl stands in
comments only."""

import re
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
text = data.decode("utf-8")
if "\0" in text or "\r" in text or not text.endswith("\n"):
    sys.exit("not plain text")
code = re.sub(r"//.*", "", text)
directives = re.findall(r"^\s*(\.\w+)", code, re.MULTILINE)
if directives[:3] != [".version", ".target", ".address_size"]:
    sys.exit(f"starts with {directives[:3]}")
if ".globl" in code:
    sys.exit(".globl outside a comment")
