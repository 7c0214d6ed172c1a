#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parallel.py REFERENCE COMMAND...: runs the command with many outputs at once,
in the current folder. Each must succeed and write what REFERENCE holds, and
nothing else may be left in the folder."""

import os
import subprocess
import sys

reference, *command = sys.argv[1:]
with open(reference, "rb") as file:
    expected = file.read()
outputs = [f"out{i}.ptx" for i in range(16)]
outputs += ["k.ptx", "k.elf", "k.s", "k.o"]
outputs += ["shared.ptx"] * 16
left = set(os.listdir(".")) | set(outputs)
processes = [
    subprocess.Popen(command + [output], stderr=subprocess.PIPE) for output in outputs
]
for process, output in zip(processes, outputs):
    message = process.communicate()[1]
    if process.returncode or message:
        sys.exit(f"{output}: status {process.returncode}: {message.decode()}")
for output in outputs:
    with open(output, "rb") as file:
        if file.read() != expected:
            sys.exit(f"{output} differs")
if set(os.listdir(".")) != left:
    sys.exit(f"left behind: {set(os.listdir('.')) - left}")
