#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fake_tools.py FOLDER NAME...: programs that fail and leave NAME.called."""

import os
import sys

folder, *names = sys.argv[1:]
for name in names:
    path = os.path.join(os.path.abspath(folder), name)
    with open(path, "w") as file:
        file.write(f"#!/bin/sh\n: > '{path}.called'\nexit 1\n")
    os.chmod(path, 0o755)
