#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrap_bitcode.py [--bad-offset|--bad-size] IN OUT: puts bitcode into a wrapper
(llvm/Bitcode/BitcodeReader.h: magic, version, offset, size, cpu type)."""

import struct
import sys

*flags, source, target = sys.argv[1:]
with open(source, "rb") as file:
    bitcode = file.read()
header_size = 20
offset = 0xFFFFFF if "--bad-offset" in flags else header_size
size = 0xFFFFFF if "--bad-size" in flags else len(bitcode)
header = struct.pack("<IIIII", 0x0B17C0DE, 0, offset, size, 7)
with open(target, "wb") as file:
    file.write(header + bitcode)
    # Wrapped files are padded to a multiple of 16.
    file.write(b"\0" * (-(header_size + len(bitcode)) % 16))
