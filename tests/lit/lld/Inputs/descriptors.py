#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""descriptors.py COMMAND... -- OUTPUT [REFERENCE]: runs the command with standard
streams closed, and with files open that it does not know of. It must succeed and
write the same OUTPUT each time: that of REFERENCE, if there is one."""

import os
import subprocess
import sys

split = sys.argv.index("--")
command, (output, *reference) = sys.argv[1:split], sys.argv[split + 1 :]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def run(closed, opened):
    if os.path.exists(output):
        os.remove(output)
    extra = [os.open("/dev/null", os.O_RDONLY) for _ in range(opened)]
    for fd in extra:
        os.set_inheritable(fd, True)
    status = subprocess.run(
        command, close_fds=False, preexec_fn=lambda: [os.close(fd) for fd in closed]
    ).returncode
    for fd in extra:
        os.close(fd)
    if status:
        sys.exit(f"status {status} without {closed}, with {opened} files open")
    return read(output)


expected = read(reference[0]) if reference else run([], 0)
for closed in [], [0], [1], [2], [0, 1], [1, 2], [0, 1, 2]:
    for opened in 0, 1, 20:
        if run(closed, opened) != expected:
            sys.exit(f"differs without {closed}, with {opened} files open")
