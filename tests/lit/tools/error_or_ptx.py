#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""error_or_ptx.py OUTPUT COMMAND...: the command must fail with one of this
linker's messages and leave no OUTPUT, or succeed with PTX for sm_80 in it."""

import os
import subprocess
import sys

output, command = sys.argv[1], sys.argv[2:]
result = subprocess.run(command, capture_output=True, text=True)
if result.returncode:
    message = result.stderr
    if not message.startswith("llvm-bitcode-linker: error: ") or "PLEASE" in message:
        sys.exit(f"status {result.returncode}, no clean message: {message}")
    if os.path.exists(output):
        sys.exit(f"{output} was left after a failure")
else:
    with open(output, encoding="utf-8") as file:
        if ".target sm_80" not in file.read():
            sys.exit(f"{output} is not PTX for sm_80")
