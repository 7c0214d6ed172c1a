#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fatbin_kinds.py FILE: a line for each entry of a CUDA fat binary: ptx or elf, and the
processor. (A header of 16 bytes, then entries: kind, version, header size, size, ...,
processor at 28.)"""

import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()
magic, version, header, size = struct.unpack_from("<IHHQ", data)
if (magic, version, header) != (0xBA55ED50, 1, 16):
    sys.exit("no fatbin")
offset = header
while offset < header + size:
    kind, _, entry_header, entry_size = struct.unpack_from("<HHIQ", data, offset)
    (processor,) = struct.unpack_from("<I", data, offset + 28)
    print({1: "ptx", 2: "elf"}.get(kind, kind), f"sm_{processor}")
    offset += entry_header + entry_size
