#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bundle.py list FILE: checks each OffloadBinary in FILE by what LLVM's header says
(llvm/Object/OffloadBinary.h) and prints a line for it: kind, producer, flags, the
strings by name.

bundle.py extract FILE N OUT: the image of the N-th.
bundle.py set FILE OFFSET WIDTH VALUE OUT: FILE with one little-endian number changed.
bundle.py make OUT KIND FILE [KEY=VALUE...]: an OffloadBinary of FILE, for producer 1,
with the strings in the order that is given, none of them checked."""

import struct
import sys

ALIGNMENT = 8
MAGIC = b"\x10\xff\x10\xad"


def align(size):
    return -(-size // ALIGNMENT) * ALIGNMENT


def entries(data):
    offset = 0
    while offset < len(data):
        magic, version, size, entry, entry_size = struct.unpack_from(
            "<4sIQQQ", data, offset
        )
        if (magic, version, entry, entry_size) != (MAGIC, 1, 32, 40):
            sys.exit(f"at {offset}: {magic} {version} {entry} {entry_size}")
        if size % ALIGNMENT or offset + size > len(data):
            sys.exit(f"at {offset}: size {size} of {len(data)}")
        binary = data[offset : offset + size]
        kind, producer, flags, table, count, image, image_size = struct.unpack_from(
            "<HHIQQQQ", binary, entry
        )
        if image % ALIGNMENT or image + image_size > size:
            sys.exit(f"at {offset}: image at {image}, {image_size} bytes")
        if any(binary[image + image_size :]):
            sys.exit(f"at {offset}: padding is not zero")
        strings = {}
        for i in range(count):
            key, value = (
                binary[at : binary.index(0, at)].decode()
                for at in struct.unpack_from("<QQ", binary, table + 16 * i)
            )
            strings[key] = value
        yield kind, producer, flags, strings, binary[image : image + image_size]
        offset += size


def make(kind, image, strings):
    texts = [text for pair in strings for text in pair]
    table, offsets = b"", []
    for text in texts:
        offsets.append(len(table))
        table += text.encode() + b"\0"
    start = 72 + 16 * len(strings)
    at = align(start + len(table))
    data = struct.pack("<4sIQQQ", MAGIC, 1, align(at + len(image)), 32, 40)
    data += struct.pack("<HHIQQQQ", kind, 1, 0, 72, len(strings), at, len(image))
    data += b"".join(struct.pack("<Q", start + offset) for offset in offsets)
    return (data + table).ljust(at, b"\0") + image + b"\0" * (-(len(image)) % 8)


def main():
    mode, *args = sys.argv[1:]
    if mode == "make":
        target, kind, source, *strings = args
        with open(source, "rb") as file:
            image = file.read()
        data = make(int(kind), image, [s.split("=", 1) for s in strings])
        with open(target, "wb") as file:
            file.write(data)
        return
    with open(args[0], "rb") as file:
        data = file.read()
    if mode == "list":
        for kind, producer, flags, strings, _ in entries(data):
            words = " ".join(f"{k}={v}" for k, v in sorted(strings.items()))
            print(f"kind={kind} producer={producer} flags={flags} {words}")
    elif mode == "extract":
        with open(args[2], "wb") as file:
            file.write(list(entries(data))[int(args[1])][4])
    elif mode == "set":
        offset, width, value = (int(word, 0) for word in args[1:4])
        with open(args[4], "wb") as file:
            file.write(
                data[:offset] + value.to_bytes(width, "little") + data[offset + width :]
            )


if __name__ == "__main__":
    main()
