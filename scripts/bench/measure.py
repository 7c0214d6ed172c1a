#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs <folder>/<tool>.sh of each tool that has one, in turn; prints medians of time and memory, and ratios to the
first tool."""

import argparse
import os
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path


def run(script):
    start = time.perf_counter()
    with open(script.with_suffix(".log"), "w", encoding="utf-8") as log:
        process = subprocess.Popen(["sh", "-e", script], stdout=log, stderr=subprocess.STDOUT)
        # The usage of all that the script ran, of which the largest counts as its memory.
        _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{script} failed:\n{script.with_suffix('.log').read_text(encoding='utf-8')[-2000:]}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def kernels(folder, tool):
    """How many kernels a program could launch from this tool's output."""
    ptx, elf = folder / f"{tool}.ptx", folder / f"{tool}.elf"
    if ptx.exists():
        return len(re.findall(r"^\.visible \.entry", ptx.read_text(encoding="utf-8"), re.MULTILINE))
    command = [Path(os.environ["LLVM_BIN"]) / "llvm-readelf", "--dyn-syms", elf]
    symbols = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return len(re.findall(r"\.kd$", symbols, re.MULTILINE))


def measure(folder, tools, runs):
    tools = [tool for tool in tools if (folder / f"{tool}.sh").exists()]
    results = {tool: [] for tool in tools}
    for tool in tools:  # once unmeasured, so that all inputs are in the page cache
        run(folder / f"{tool}.sh")
    for _ in range(runs):
        for tool in tools:
            results[tool].append(run(folder / f"{tool}.sh"))

    medians = {tool: [statistics.median(column) for column in zip(*results[tool])] for tool in tools}
    for tool in tools:
        wall, cpu, memory = medians[tool]
        ratio = wall / medians[tools[0]][0]
        count = kernels(folder, tool)
        print(
            f"{folder.name:14} {tool:16} {wall:8.3f} s {cpu:8.3f} s {memory:6.0f} MiB {ratio:8.1f} {count:8}",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", dest="runs", type=int, default=5)
    parser.add_argument("--tools", nargs="+", required=True)
    parser.add_argument("folders", nargs="+", type=Path)
    args = parser.parse_args()
    print(f"{'workload':14} {'tool':16} {'wall':>10} {'cpu':>10} {'peak':>10} {'to this':>8} {'kernels':>8}")
    for folder in args.folders:
        measure(folder, args.tools, args.runs)


if __name__ == "__main__":
    main()
