#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""same_code_size.py READELF FILE...: the code sections of every FILE, a cubin, have the sizes of the first one's.

Says on success how many there are.
"""

import re
import subprocess
import sys


def code_sizes(readelf, path):
    listing = subprocess.run([readelf, "-SW", path], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"(\.text\.\S+)\s+PROGBITS\s+\S+\s+\S+\s+(\S+)", listing))


def main():
    readelf, first, *others = sys.argv[1:]
    wanted = code_sizes(readelf, first)
    if not wanted:
        sys.exit(f"{first}: no code")
    for path in others:
        found = code_sizes(readelf, path)
        if found != wanted:
            sys.exit(f"{path}: code sizes {found}, but {wanted} in {first}")
    print(f"{len(wanted)} code sections")


if __name__ == "__main__":
    main()
