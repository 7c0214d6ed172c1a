#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""patch.py IN WHAT OUT: damages a 64-bit little-endian ELF relocatable.

WHAT is offset (the first relocation is far beyond its section), symbol (it refers to
a symbol that does not exist), alignment (of the first section with code) or compressed
(the first section of zeros says that it is).
"""

import struct
import sys

source, what, target = sys.argv[1:]
with open(source, "rb") as file:
    data = bytearray(file.read())
(table,) = struct.unpack_from("<Q", data, 40)
(count,) = struct.unpack_from("<H", data, 60)
SHT_RELA, SHT_NOBITS, SHF_EXECINSTR, SHF_COMPRESSED = 4, 8, 4, 1 << 11
for header in range(table, table + 64 * count, 64):
    _, kind, flags, _, offset, size = struct.unpack_from("<IIQQQQ", data, header)
    if what == "alignment" and flags & SHF_EXECINSTR and size:
        struct.pack_into("<Q", data, header + 48, 1 << 62)
        break
    if what == "compressed" and kind == SHT_NOBITS:
        struct.pack_into("<Q", data, header + 8, flags | SHF_COMPRESSED)
        break
    if what == "offset" and kind == SHT_RELA:
        struct.pack_into("<Q", data, offset, 1 << 40)
        break
    if what == "symbol" and kind == SHT_RELA:
        struct.pack_into("<I", data, offset + 12, 0xFFFFFF)
        break
else:
    sys.exit("nothing to damage")
with open(target, "wb") as file:
    file.write(data)
