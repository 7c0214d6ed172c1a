#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the registers that ptxas gives each kernel of this.ptx and of reference.ptx in some folders."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

INFO = re.compile(r"Compiling entry function '([^']+)'.*?Used (\d+) registers", re.DOTALL)


def registers(ptxas, ptx):
    arch = re.search(r"^\.target (sm_\w+)", ptx.read_text(encoding="utf-8"), re.MULTILINE).group(1)
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        command = [ptxas, "-v", f"-arch={arch}", ptx, "-o", cubin.name]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name: int(count) for name, count in INFO.findall(done.stdout + done.stderr)}


def main():
    ptxas, folders = sys.argv[1], [Path(folder) for folder in sys.argv[2:]]
    print(f"{'registers':10} {'kernel':24} {'this':>5} {'reference':>10}")
    for folder in folders:
        if not (folder / "reference.ptx").exists():
            continue
        ours, theirs = (registers(ptxas, folder / f"{tool}.ptx") for tool in ("this", "reference"))
        for kernel in sorted(ours.keys() | theirs.keys()):
            a, b = ours.get(kernel), theirs.get(kernel)
            mark = "  more" if a and b and a > b else ""
            print(f"{folder.name:10} {kernel:24} {a or '-':>5} {b or '-':>10}{mark}")
        print(f"{folder.name:10} {'sum':24} {sum(ours.values()):>5} {sum(theirs.values()):>10}")


if __name__ == "__main__":
    main()
