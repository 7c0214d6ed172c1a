#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""every_cut.py [--step N] [--first N] SEED COMMAND...: links copies of SEED that are
cut short. `{}` in COMMAND is the copy and `{o}` the output. Each run must fail with
status 1 and a message that names the copy, and leave no output."""

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

parser = argparse.ArgumentParser()
parser.add_argument("--step", type=int, default=1)
parser.add_argument("--first", type=int, default=0)
parser.add_argument("seed")
parser.add_argument("command", nargs=argparse.REMAINDER)
args = parser.parse_args()
with open(args.seed, "rb") as file:
    seed = file.read()


def fault(size):
    name, output = f"cut-{size}", f"out-{size}"
    with open(name, "wb") as file:
        file.write(seed[:size])
    words = [word.replace("{}", name).replace("{o}", output) for word in args.command]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60)
    written = os.path.exists(output)
    if written:
        os.remove(output)
    os.remove(name)
    if result.returncode == 1 and name in result.stderr and not written:
        return None
    return f"{size} bytes: status {result.returncode}, output: {written}: " + (
        result.stderr[:300]
    )


sizes = sorted({*range(args.first, len(seed), args.step), len(seed) - 1})
with ThreadPoolExecutor(os.cpu_count()) as pool:
    faults = [found for found in pool.map(fault, sizes) if found]
print(f"{len(sizes)} cuts, {len(faults)} faults", *faults[:20], sep="\n")
sys.exit(bool(faults))
