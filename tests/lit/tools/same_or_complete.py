#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_or_complete.py FILE REFERENCE COMMAND...: after the command FILE must be
what it was, where the command failed, or equal REFERENCE, where it did not."""

import subprocess
import sys


def read(path):
    with open(path, "rb") as file:
        return file.read()


path, reference, *command = sys.argv[1:]
before = read(path)
status = subprocess.run(command, stderr=subprocess.DEVNULL).returncode
expected = read(reference) if status == 0 else before
if status not in (0, 1) or read(path) != expected:
    sys.exit(f"status {status}, and {path} is neither old nor complete")
