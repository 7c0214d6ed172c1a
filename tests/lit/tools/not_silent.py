#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""not_silent.py COMMAND...: the command must end with status 0 or 1 and say
something on standard error."""

import subprocess
import sys

result = subprocess.run(sys.argv[1:], capture_output=True, text=True)
if result.returncode not in (0, 1) or not result.stderr.startswith(
    "llvm-bitcode-linker: "
):
    sys.exit(f"status {result.returncode}, message: {result.stderr!r}")
