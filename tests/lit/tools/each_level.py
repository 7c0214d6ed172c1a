#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""each_level.py COMMAND ARG...: runs a link at every level; LEVEL stands for it.

Any output of the link is a failure.
"""

import subprocess
import sys

for level in "0123sz":
    command = [word.replace("LEVEL", level) for word in sys.argv[1:]] + ["-O" + level]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode or result.stdout:
        sys.exit(f"-O{level}: exit status {result.returncode}\n{result.stdout}")
