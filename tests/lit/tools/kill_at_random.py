#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kill_at_random.py REFERENCE OUTPUT COMMAND...: kills the command after ever
longer times; OUTPUT must always be absent, the old text, or equal REFERENCE."""

import os
import subprocess
import sys
import time

reference, output, *command = sys.argv[1:]
with open(reference, "rb") as file:
    complete = file.read()
old = b"old\n"
for step in range(40):
    for initial in (None, old):
        if os.path.exists(output):
            os.remove(output)
        if initial:
            with open(output, "wb") as file:
                file.write(initial)
        process = subprocess.Popen(command)
        time.sleep(step / 1000)
        process.kill()
        process.wait()
        found = None
        if os.path.exists(output):
            with open(output, "rb") as file:
                found = file.read()
        if found not in (initial, complete):
            sys.exit(f"after {step} ms: {found!r}")
