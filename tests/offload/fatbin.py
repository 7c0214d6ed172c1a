#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists what a CUDA fat binary holds, one image a line: fatbin.py <file>"""

import struct
import sys

MAGIC = 0xBA55ED50
KINDS = {1: "ptx", 2: "elf"}


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    # Of the file: magic, version, size of this header, size of what follows.
    magic, _, offset, size = struct.unpack_from("<IHHQ", data)
    if magic != MAGIC or offset + size != len(data):
        sys.exit(f"{path} is no fat binary, or not a whole one")
    while offset < len(data):
        # Of an image: kind, version, size of this header, size of the image; the processor stands further on.
        kind, _, header, length = struct.unpack_from("<HHIQ", data, offset)
        (processor,) = struct.unpack_from("<I", data, offset + 28)
        print(KINDS.get(kind, kind), f"sm_{processor}")
        offset += header + length


if __name__ == "__main__":
    main(sys.argv[1])
