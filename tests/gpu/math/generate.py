#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py FOLDER: writes the kernels for functions.def into modules
math-<number>.ll of the folder, and kernels.inc, which tells the program their
names. Few kernels a module, so that the driver's compiler is quick with each."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "devicelibs"))
import kernels  # noqa: E402

TARGET = "nvptx64-nvidia-cuda"
KERNELS_A_MODULE = 30

_LINE = re.compile(r'^FUNCTION\(\w+, "([^"]+)", .*"([^"]*)", "([^"]*)"\)$'
                   r'|^#include "(.*)"$', re.M)
# Letters that only the program knows.
_PLAIN = str.maketrans("umcq", "ilii")


def rows(name="functions.def"):
    """(shape, callees for float, callees for double) in the order in which the
    program's table has them."""
    found = []
    for shape, single, double, included in _LINE.findall(
            (HERE / name).read_text()):
        if included:
            found += rows(included)
        else:
            found.append((shape, single.split(), double.split()))
    return found


def all_kernels():
    """(row, function, bits of the floating-point type)"""
    for number, (shape, single, double) in enumerate(rows()):
        for bits, letter, callees in ((32, "f", single), (64, "d", double)):
            plain = shape.replace("t", letter).translate(_PLAIN)
            for callee in callees:
                yield number, (callee, plain), bits


def main():
    folder = pathlib.Path(sys.argv[1])
    lines = []
    functions = {}
    for number, function, bits in all_kernels():
        name = kernels.Function(*function).kernel
        lines.append(f'KERNEL({number}, "{function[0]}", "{name}", {bits})\n')
        functions[name] = function
    (folder / "kernels.inc").write_text("".join(lines))
    functions = list(functions.values())
    for start in range(0, len(functions), KERNELS_A_MODULE):
        path = folder / f"math-{start // KERNELS_A_MODULE:02}.ll"
        path.write_text(kernels.module(
            TARGET, functions[start:start + KERNELS_A_MODULE]))


if __name__ == "__main__":
    main()
