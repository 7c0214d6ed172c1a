#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fake_ptxas.py FILE WHAT: a ptxas that misbehaves. WHAT is garbage (prints bytes that
are no text and fails), killed (dies of a signal), nothing (succeeds without a cubin),
junk (succeeds with a file that is no cubin) or flood (prints 4 MB and fails)."""

import os
import sys

path, what = sys.argv[1:]
body = {
    "garbage": "printf '\\377\\376\\001;\\n:\\n\\n'; exit 3",
    "killed": "kill -SEGV $$",
    "nothing": "exit 0",
    "junk": 'while [ "$1" != -o ]; do shift; done; echo junk > "$2"',
    "flood": "head -c 4000000 /dev/zero | tr '\\0' 'x'; exit 1",
}[what]
with open(path, "w") as file:
    file.write(f"#!/bin/sh\n{body}\n")
os.chmod(path, 0o755)
