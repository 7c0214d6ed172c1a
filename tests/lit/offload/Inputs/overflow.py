#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""overflow.py IN section|segment OUT: a 64-bit ELF file whose last section or segment
with contents has a size that overflows when its offset is added."""

import struct
import sys

source, what, target = sys.argv[1:]
with open(source, "rb") as file:
    data = bytearray(file.read())
at = 40 if what == "section" else 32
(table,) = struct.unpack_from("<Q", data, at)
entry, count = struct.unpack_from("<HH", data, 58 if what == "section" else 54)
SHT_STRTAB, PT_LOAD = 3, 1
wanted = SHT_STRTAB if what == "section" else PT_LOAD
word, size_at = (4, 32) if what == "section" else (0, 32)
names = struct.unpack_from("<H", data, 62)[0]
candidates = [
    table + entry * i
    for i in range(count)
    if struct.unpack_from("<I", data, table + entry * i + word)[0] == wanted
    and not (what == "section" and i == names)
]
struct.pack_into("<Q", data, candidates[-1] + size_at, (1 << 64) - 1)
with open(target, "wb") as file:
    file.write(data)
