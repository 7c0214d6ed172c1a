#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrapped_ptxas.py FILE LOG [ADVICE]: a ptxas that appends a line to LOG, prints
ADVICE and then is the real one."""

import os
import shutil
import sys

path, log, *advice = sys.argv[1:]
ptxas = shutil.which("ptxas", path=os.environ["PATH"] + ":/usr/local/cuda/bin")
lines = ["#!/bin/sh", f"echo run >> {log}"]
lines += [f"echo '{text}'" for text in advice]
lines += [f'exec {ptxas} "$@"']
with open(path, "w") as file:
    file.write("\n".join(lines) + "\n")
os.chmod(path, 0o755)
