#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect_status.py STATUS COMMAND...: the command must end with that status.

Passes its output through. A signal is never the expected status.
"""

import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command).returncode
if status != expected:
    sys.exit(f"exit status {status}, not {expected}: {' '.join(command)}")
