#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cut.py [--archive] OBJECT COMMAND...: links copies of OBJECT that are cut short,
with --archive each as the member of an archive. `{}` in COMMAND is the copy and `{o}`
the output. Each run must fail with a message that names the copy, and leave no
output."""

import os
import subprocess
import sys

args = sys.argv[1:]
in_archive = args[0] == "--archive"
path, *command = args[in_archive:]
with open(path, "rb") as file:
    seed = file.read()


def archive(data):
    header = f"{'cut.o/':16}{0:<12}{0:<6}{0:<6}{'644':8}{len(data):<10}`\n"
    return b"!<arch>\n" + header.encode() + data + b"\n" * (len(data) % 2)


name = "cut.a" if in_archive else "cut.o"
where = "cut.a(cut.o)" if in_archive else "cut.o"
faults = []
# With less than a header a member is no object but some other file.
smallest = 64 if in_archive else 16
for size in [*range(smallest, 66, 8), *range(100, len(seed), len(seed) // 40)]:
    with open(name, "wb") as file:
        file.write(archive(seed[:size]) if in_archive else seed[:size])
    words = [word.replace("{}", name).replace("{o}", "cut.elf") for word in command]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60)
    if result.returncode != 1 or f"error: {where}: " not in result.stderr:
        faults.append(f"{size} bytes: status {result.returncode}: {result.stderr}")
    if os.path.exists("cut.elf"):
        faults.append(f"{size} bytes: an output after a failure")
        os.remove("cut.elf")
print(*faults, sep="\n")
sys.exit(bool(faults))
