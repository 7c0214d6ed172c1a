#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""newer_bitcode.py WHAT OUT [PRODUCER]: writes a module of one kernel, as an LLVM 99 could
write it: with something in it that today's reader does not know.

WHAT is nothing (today's reader takes it), epoch, attribute, instruction or type.
"""

import sys

# llvm/Bitstream/BitCodeEnums.h and llvm/Bitcode/LLVMBitCodes.h.
END_BLOCK, ENTER_SUBBLOCK, UNABBREV_RECORD = 0, 1, 3
MODULE, PARAMATTR, PARAMATTR_GROUP, FUNCTION = 8, 9, 10, 12
IDENTIFICATION, TYPE, STRTAB = 13, 17, 23
WIDTH = 3


class Writer:
    def __init__(self):
        self.bits = []
        self.blocks = []
        for byte in b"BC\xc0\xde":
            self.fixed(byte, 8)

    def fixed(self, value, width):
        self.bits += [value >> i & 1 for i in range(width)]

    def vbr(self, value, width=6):
        limit = 1 << (width - 1)
        while value >= limit:
            self.fixed(value % limit + limit, width)
            value //= limit
        self.fixed(value, width)

    def align(self):
        self.bits += [0] * (-len(self.bits) % 32)

    def enter(self, block):
        outer = WIDTH if self.blocks else 2
        self.fixed(ENTER_SUBBLOCK, outer)
        self.vbr(block, 8)
        self.vbr(WIDTH, 4)
        self.align()
        self.blocks.append(len(self.bits))
        self.fixed(0, 32)

    def leave(self):
        self.fixed(END_BLOCK, WIDTH)
        self.align()
        at = self.blocks.pop()
        words = (len(self.bits) - at) // 32 - 1
        self.bits[at : at + 32] = [words >> i & 1 for i in range(32)]

    def record(self, code, operands):
        operands = list(operands)
        self.fixed(UNABBREV_RECORD, WIDTH)
        self.vbr(code)
        self.vbr(len(operands))
        for operand in operands:
            self.vbr(operand)

    def blob(self, data):
        """The one record of a string table: an abbreviation, then its use."""
        self.fixed(2, WIDTH)  # DEFINE_ABBREV
        self.vbr(2, 5)
        self.fixed(1, 1)
        self.vbr(1, 8)  # literal code: STRTAB_BLOB
        self.fixed(0, 1)
        self.fixed(5, 3)  # blob
        self.fixed(4, WIDTH)
        self.vbr(len(data))
        self.align()
        for byte in data:
            self.fixed(byte, 8)
        self.align()

    def bytes(self):
        return bytes(
            sum(bit << i for i, bit in enumerate(self.bits[at : at + 8]))
            for at in range(0, len(self.bits), 8)
        )


def write(what, producer):
    out = Writer()
    out.enter(IDENTIFICATION)
    out.record(1, producer.encode())
    out.record(2, [1 if what == "epoch" else 0])
    out.leave()
    out.enter(MODULE)
    out.record(1, [2])  # version
    if what == "attribute":
        out.enter(PARAMATTR_GROUP)
        out.record(3, [1, 0xFFFFFFFF, 0, 999])  # group 1: enum attribute 999
        out.leave()
        out.enter(PARAMATTR)
        out.record(2, [1])
        out.leave()
    out.enter(TYPE)
    out.record(1, [3])  # entries
    out.record(99 if what == "type" else 2, [])  # void
    out.record(21, [0, 0])  # void ()
    out.record(25, [0])  # ptr
    out.leave()
    out.record(2, b"nvptx64-nvidia-cuda")
    attributes = 1 if what == "attribute" else 0
    ptx_kernel = 71
    out.record(
        8, [0, 1, 1, ptx_kernel, 0, 0, attributes, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    )
    out.enter(FUNCTION)
    out.record(1, [1])  # one block
    out.record(200 if what == "instruction" else 10, [])  # return
    out.leave()
    out.leave()
    out.enter(STRTAB)
    out.blob(b"k")
    out.leave()
    return out.bytes()


if __name__ == "__main__":
    with open(sys.argv[2], "wb") as file:
        file.write(write(sys.argv[1], sys.argv[3] if len(sys.argv) > 3 else "LLVM99.1.0"))
