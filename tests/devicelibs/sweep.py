#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function of libdevice, each needed by a kernel of its own: the link
gives PTX that ptxas takes, with this function and what it calls, and nothing
else of the library. expected-failures.txt says what cannot be linked: there the
link must fail with a message that names the function, and write nothing.

One function alone: --functions __nv_sinf; the files of a failure are kept."""

import argparse
import pathlib
import shutil
import sys

import kernels
import libdevice
import links

TARGET = "nvptx64-nvidia-cuda"


class Sweep:
    def __init__(self, arguments):
        self.arguments = arguments
        self.unsupported = links.expected_failures(arguments.processor)

    def faults(self, function):
        """Links a kernel that calls the (name, shape)."""
        name, _ = function
        source = self.arguments.work / f"{name}.ll"
        output = source.with_suffix(".ptx")
        source.write_text(kernels.module(TARGET, [function]))
        status, text = links.run([
            self.arguments.tool, source, "--target", TARGET, "--target-cpu",
            self.arguments.processor, f"-O{self.arguments.level}", "--libdevice",
            self.arguments.libdevice, "-o", output])
        if name in self.unsupported:
            faults = links.failed_well(name, status, text, output)
        else:
            faults = self._linked_well(function, status, text, output)
        if not faults:
            source.unlink()
            output.unlink(missing_ok=True)
        return faults

    def _linked_well(self, function, status, text, output):
        if status != 0 or text:
            return [f"exit status {status}: {text}"]
        faults = links.ptx_faults(output.read_text(),
                                  [kernels.Function(*function).kernel])
        cubin = output.with_suffix(".cubin")
        status, text = links.run([
            self.arguments.ptxas, "-arch", self.arguments.processor, output,
            "-o", cubin])
        cubin.unlink(missing_ok=True)
        if status != 0:
            faults.append(f"ptxas: {text}")
        return faults


def missing(arguments):
    return [what for what in ("ptxas", "libdevice")
            if not getattr(arguments, what).is_file()]


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--tool", "--ptxas", "--libdevice", "--llvm-tools",
                   "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    parser.add_argument("--processor", required=True)
    parser.add_argument("--level", default="3")
    parser.add_argument("--functions", nargs="*")
    return parser.parse_args()


def main():
    arguments = parse()
    if missing(arguments):
        print(f"skipped: {' and '.join(missing(arguments))} not found")
        return links.SKIPPED
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    functions, definitions = libdevice.functions(
        arguments.llvm_tools / "llvm-dis", arguments.libdevice)
    if arguments.functions:
        functions = [f for f in functions if f[0] in arguments.functions]
    if not functions:
        print("no function was found")
        return 1
    sweep = Sweep(arguments)
    expected = sum(name in sweep.unsupported for name, _ in functions)
    failed = 0
    for (name, _), faults in zip(functions,
                                 links.in_parallel(sweep.faults, functions)):
        failed += bool(faults)
        for fault in faults:
            print(f"{name}: {fault}")
    print(f"{len(functions) - failed} of {len(functions)} functions are right, "
          f"{expected} of them by failing as expected; the library "
          f"has {definitions} definitions")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
