#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what a PTX file defines: its kernels, its visible symbols, and that nothing in it is dead."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile

# Directives such as .noreturn and .maxntid may stand in column 0 inside an item, so its end is the next one's start.
START = r"\.(?:visible|extern|weak|common|entry|func|global|const|shared|alias)\b"
ITEM = re.compile(
    r"^(?P<head>(?:\.visible |\.extern |\.weak |\.common )*)"
    r"\.(?P<kind>entry|func|global|const|shared|alias)\b(?P<rest>.*?)"
    rf"(?=^{START}|\Z)",
    re.MULTILINE | re.DOTALL,
)
WORD = re.compile(r"[A-Za-z_$%][\w$]*")


class Symbol:
    def __init__(self):
        self.kinds = set()
        self.linkage = set()
        self.uses = set()


def name_of(kind, rest):
    if kind in ("entry", "func"):
        rest = re.sub(r"^\s*(\.noreturn\s*)?(\([^)]*\))?\s*", "", rest)
        return WORD.match(rest).group()
    if kind == "alias":
        return WORD.search(rest).group()
    # A variable: attributes and type come first, each with a dot or a number.
    return re.match(r"\s*(?:\.[\w.]+\s+|\d+\s+|\.attribute\([^)]*\)\s+)*([\w$%]+)", rest).group(1)


def parse(text):
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r'^\s*\.section\s+\.debug.*?^\s*\}', "", text, flags=re.MULTILINE | re.DOTALL)
    symbols = {}
    for item in ITEM.finditer(text):
        symbol = symbols.setdefault(name_of(item["kind"], item["rest"]), Symbol())
        symbol.kinds.add(item["kind"])
        symbol.linkage.update(item["head"].split())
        symbol.uses.update(WORD.findall(item["rest"]))
    return symbols


def dead_symbols(symbols):
    live, todo = set(), [name for name, s in symbols.items() if ".visible" in s.linkage]
    while todo:
        name = todo.pop()
        if name in symbols and name not in live:
            live.add(name)
            todo.extend(symbols[name].uses)
    return set(symbols) - live


def find_ptxas():
    for name in ("ptxas", "/usr/local/cuda/bin/ptxas"):
        # What is found may be a script for a toolkit that is not there.
        if shutil.which(name) and subprocess.run([name, "--version"], capture_output=True).returncode == 0:
            return name
    return None


def run_ptxas(text, path):
    ptxas = find_ptxas()
    if ptxas is None:
        print("ptxas not found: the PTX is not assembled")
        return []
    number, suffix = re.search(r"^\.target sm_(\d+)([af]?)", text, re.MULTILINE).groups()
    # CUDA 13 dropped what is older than sm_75.
    arch = f"sm_{max(int(number), 75)}{suffix}"
    # Relocatable output (-c) compiles each function once, not once for each kernel that reaches it; with -O0
    # this takes seconds instead of minutes, and the PTX is checked all the same.
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        done = subprocess.run([ptxas, f"-arch={arch}", "-lineinfo", "-c", "-O0", path, "-o", cubin.name], capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"ptxas rejects it for {arch}:\n{done.stdout}{done.stderr}"]


def compare(what, wanted, found):
    faults = [f"{what} missing: {name}" for name in sorted(wanted - found)]
    return faults + [f"{what} not wanted: {name}" for name in sorted(found - wanted)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ptx")
    parser.add_argument("--kernels", nargs="+", required=True, help="every kernel, and no other")
    parser.add_argument("--visible", nargs="*", default=[], help="every other visible symbol")
    parser.add_argument("--contains", action="append", default=[], help="a regular expression that a line matches")
    args = parser.parse_args()

    with open(args.ptx, encoding="utf-8") as file:
        text = file.read()
    symbols = parse(text)
    kernels = {n for n, s in symbols.items() if "entry" in s.kinds and ".visible" in s.linkage}
    visible = {n for n, s in symbols.items() if ".visible" in s.linkage} - kernels

    faults = compare("kernel", set(args.kernels), kernels)
    faults += compare("visible symbol", set(args.visible), visible)
    faults += [f"declared .extern: {n}" for n, s in symbols.items() if ".extern" in s.linkage]
    faults += [f"dead: {n}" for n in sorted(dead_symbols(symbols))]
    faults += [f"no line matches {p}" for p in args.contains if not re.search(p, text, re.MULTILINE)]
    faults += run_ptxas(text, args.ptx)
    for fault in faults:
        print(f"{args.ptx}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
