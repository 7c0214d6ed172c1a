#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_ptx.py PTXAS FILE...: every FILE must be PTX that ptxas takes.

Processors that this ptxas does not know any more are lifted to sm_75, which
changes nothing else in the text. Says on success nothing.
"""

import re
import subprocess
import sys
import tempfile

OLDEST = 75


def main():
    ptxas, *paths = sys.argv[1:]
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        target = re.search(r"^\.target sm_(\d+)([af]?)", text, re.MULTILINE)
        if not target:
            sys.exit(f"{path}: no .target directive")
        cpu = "sm_" + target[1] + target[2]
        if int(target[1]) < OLDEST:
            cpu = f"sm_{OLDEST}"
            text = text.replace(target[0], f".target {cpu}", 1)
            version = re.search(r"^\.version (\d+\.\d+)", text, re.MULTILINE)
            # The oldest PTX version that knows the processor.
            if tuple(map(int, version[1].split("."))) < (6, 3):
                text = text.replace(version[0], ".version 6.3", 1)
        with tempfile.NamedTemporaryFile("w", suffix=".ptx") as lifted:
            lifted.write(text)
            lifted.flush()
            command = [ptxas, "-lineinfo", f"-arch={cpu}", lifted.name, "-o", "/dev/null"]
            result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"{path}: ptxas refuses it:\n{result.stderr}{result.stdout}")


if __name__ == "__main__":
    main()
