#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""raw_symbols.py OBJECT NAME IMAGE KERNELS: in OBJECT the symbols NAME, NAME_end,
NAME_size and NAME_kernels must describe IMAGE and the KERNELS, which are separated by
'|'. The image must have a NUL after its end."""

import struct
import sys

path, name, image_path, kernels = sys.argv[1:]
with open(path, "rb") as file:
    data = file.read()
with open(image_path, "rb") as file:
    image = file.read()


def section(index):
    (table,) = struct.unpack_from("<Q", data, 40)
    _, kind, _, _, offset, size, link, _, align, _ = struct.unpack_from(
        "<IIQQQQIIQQ", data, table + 64 * index
    )
    return kind, offset, size, link, align


(count,) = struct.unpack_from("<H", data, 60)
kinds = [section(i) for i in range(count)]
SHT_SYMTAB = 2
_, offset, size, link, _ = next(s for s in kinds if s[0] == SHT_SYMTAB)
symbols = {}
for at in range(offset, offset + size, 24):
    string, _, _, index, value, _ = struct.unpack_from("<IBBHQQ", data, at)
    start = kinds[link][1] + string
    text = data[start : data.index(0, start)].decode()
    if 0 < index < count:
        assert text not in symbols or not text.startswith(name), f"{text} twice"
        symbols[text] = (kinds[index][1] + value, kinds[index], value)

at, where, value = symbols[name]
end, _, end_value = symbols[name + "_end"]
assert data[at:end] == image, "the image differs"
assert data[end] == 0, "no NUL after the image"
assert value % 16 == 0 and where[4] >= 16, "the image is not aligned"
(length,) = struct.unpack_from("<Q", data, symbols[name + "_size"][0])
assert length == len(image), length
table = symbols[name + "_kernels"][0]
expected = b"".join(k.encode() + b"\0" for k in kernels.split("|")) + b"\0"
assert data[table : table + len(expected)] == expected, "the kernels differ"
