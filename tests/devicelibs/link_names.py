#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that call the C math library's names and LLVM's math intrinsics link
for a processor: all symbols are defined, nothing but the kernels is visible,
and ptxas takes the PTX. expected-failures.txt says what cannot be linked: there
the link must fail with a message that names the function.

Many kernels make one link, as in a program. Where that fails, and for expected
failures, each is linked alone. One function alone: --functions sinf."""

import argparse
import pathlib
import shutil
import sys

import kernels
import links
import names

GROUP = 32


class NamesLink:
    def __init__(self, arguments):
        self.arguments = arguments
        self.is_amd = arguments.processor.startswith("gfx")
        self.target = ("amdgcn-amd-amdhsa" if self.is_amd
                       else "nvptx64-nvidia-cuda")
        self.unsupported = links.expected_failures(arguments.processor)

    def group_faults(self, group):
        """The (function's name, fault) pairs of many functions."""
        number, functions = group
        alone = [f for f in functions if f[0] in self.unsupported]
        together = [f for f in functions if f not in alone]
        if together and self.faults(f"group-{number}", together):
            alone = functions
        found = []
        for function in alone:
            found += [(function[0], fault)
                      for fault in self.faults(function[0], [function])]
        return found

    def faults(self, file_name, functions):
        source = self.arguments.work / f"{file_name}.ll"
        output = source.with_suffix(".elf" if self.is_amd else ".ptx")
        source.write_text(kernels.module(self.target, functions))
        status, text = links.run([
            self.arguments.tool, source, "--target", self.target,
            "--target-cpu", self.arguments.processor,
            f"-O{self.arguments.level}", "-o", output]
            + self.arguments.options)
        name = functions[0][0]
        if len(functions) == 1 and name in self.unsupported:
            return links.failed_well(name, status, text, output)
        if status != 0 or text:
            return [f"exit status {status}: {text}"]
        expected = [kernels.Function(*f).kernel for f in functions]
        faults = self.output_faults(output, expected)
        if not faults:
            source.unlink()
            output.unlink()
        return faults

    def output_faults(self, output, expected):
        if self.is_amd:
            return links.elf_faults(self.arguments.llvm_tools / "llvm-nm",
                                    output, expected)
        faults = links.ptx_faults(output.read_text(), expected)
        cubin = output.with_suffix(".cubin")
        status, text = links.run([
            self.arguments.ptxas, "-arch", self.arguments.processor, output,
            "-o", cubin])
        cubin.unlink(missing_ok=True)
        if status != 0:
            faults.append(f"ptxas: {text}")
        return faults


def groups(functions):
    """Of one name each: the float and the double of an instruction differ in
    the name of the kernel only."""
    return [(start // GROUP, functions[start:start + GROUP])
            for start in range(0, len(functions), GROUP)]


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--tool", "--library", "--llvm-tools", "--work"):
        parser.add_argument(option, type=pathlib.Path, required=True)
    parser.add_argument("--ptxas", type=pathlib.Path, default="ptxas")
    parser.add_argument("--processor", required=True)
    parser.add_argument("--level", default="3")
    parser.add_argument("--functions", nargs="*")
    parser.add_argument("options", nargs="*", help="for the linker, after --")
    return parser.parse_args()


def main():
    arguments = parse()
    needed = [arguments.library]
    if not arguments.processor.startswith("gfx"):
        needed.append(arguments.ptxas)
    for file in needed:
        if not file.is_file():
            print(f"skipped: {file} was not found")
            return links.SKIPPED
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    functions = names.libm() + names.intrinsics() + names.operators()
    if arguments.functions:
        functions = [f for f in functions if f[0] in arguments.functions]
    link = NamesLink(arguments)
    found = [fault for faults in links.in_parallel(link.group_faults,
                                                   groups(functions))
             for fault in faults]
    for name, fault in found:
        print(f"{name}: {fault}")
    expected = sum(name in link.unsupported for name, _ in functions)
    failed = {name for name, _ in found}
    print(f"{len(functions)} functions, {len(failed)} failures, "
          f"{expected} fail as expected")
    return 1 if found or not functions else 0


if __name__ == "__main__":
    sys.exit(main())
