#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links random programs with the linker under test and with llvm-link, opt
and llc, and compares what came out: visible names, kernels, and the numbers
that kernels store. A program depends on its seed alone; the files of one that
fails are kept."""

import argparse
import pathlib
import shutil
import subprocess
import sys

import emit
import program
import ptx

SKIPPED = 77
LEVELS = ["3", "3", "3", "0", "1", "2", "s", "z"]


class Mismatch(Exception):
    pass


def run(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    output = done.stdout + done.stderr
    if done.returncode != 0:
        raise Mismatch(f"{' '.join(command)}: exit status {done.returncode}\n"
                       + output)
    return output


class Comparison:
    def __init__(self, seed, arguments):
        self.source = program.Program(seed)
        self.level = LEVELS[seed % len(LEVELS)]
        # Kernels need not be listed for the linker under test.
        self.list_kernels = seed % 2 == 0
        self.in_parts = seed % 3 == 0
        self.arguments = arguments
        self.folder = arguments.work / f"seed-{seed}"

    def tool(self, name):
        return str(self.arguments.llvm_tools / name)

    def write_inputs(self):
        """Writes objects and archives; returns the inputs in order."""
        self.folder.mkdir(parents=True)
        inputs = []
        members = {}
        for index in self.source.order:
            text = self.folder / f"m{index}.ll"
            text.write_text(emit.module_text(self.source, index))
            archive = self.source.archives[index]
            if archive is None:
                inputs.append(text.name)
                continue
            member = f"m{index}.o"
            run([self.tool("llvm-as"), text.name, "-o", member], self.folder)
            if archive not in members:
                inputs.append(archive)
            members.setdefault(archive, []).append(member)
        for archive, names in members.items():
            run([self.tool("llvm-ar"), "rcS", archive] + names, self.folder)
        return inputs

    def reference(self, inputs):
        public = self.source.exports + [k.name for k in self.source.kernels]
        run([self.tool("llvm-link"), "-o", "linked.bc"] + inputs, self.folder)
        run([self.tool("opt"), "linked.bc", "-o", "optimised.bc",
             f"-passes=default<O{self.level}>,internalize,globaldce",
             "-internalize-public-api-list=" + ",".join(public)], self.folder)
        # llc has no size levels.
        level = self.level if self.level.isdigit() else "2"
        run([self.tool("llc"), "optimised.bc", "-o", "reference.ptx",
             "-mcpu=sm_80", f"-O{level}"], self.folder)
        return (self.folder / "reference.ptx").read_text()

    def linked(self, inputs):
        command = [str(self.arguments.tool), "--target-cpu", "sm_80",
                   f"-O{self.level}", "-o", "linked.ptx"] + inputs
        # A part for each kernel, where programs are cut at all.
        if self.in_parts:
            command += ["--partition-size=1"]
        names = list(self.source.exports)
        if self.list_kernels:
            names += [k.name for k in self.source.kernels]
        for name in names:
            command += ["--export-symbol", name]
        output = run(command, self.folder)
        if output:
            raise Mismatch("the linker printed:\n" + output)
        return (self.folder / "linked.ptx").read_text()

    def run(self):
        """Returns how many numbers were compared."""
        inputs = self.write_inputs()
        ours = self.linked(inputs)
        theirs = self.reference(inputs)
        self.compare_names(ours, theirs)
        return self.compare_numbers(ptx.stored_constants(ours),
                                    ptx.stored_constants(theirs))

    def compare_names(self, ours, theirs):
        # LLVM gives an alias the visibility of what it names.
        aliases = set(self.source.aliases)
        exported = aliases & set(self.source.exports)
        for what, linked, reference in (
                ("exported aliases", ptx.visible(ours) & aliases, exported),
                ("visible names", ptx.visible(ours) - aliases,
                 ptx.visible(theirs) - aliases),
                ("kernels", ptx.kernels(ours), ptx.kernels(theirs))):
            if linked != reference:
                raise Mismatch(f"{what} differ: {sorted(linked)}, "
                               f"reference {sorted(reference)}")

    def compare_numbers(self, ours, theirs):
        compared = 0
        for kernel in self.source.constant_kernels():
            expected = self.source.expected(kernel)
            for who, number in (("linker", ours[kernel.name]),
                                ("reference", theirs[kernel.name])):
                if number is not None and number != expected:
                    raise Mismatch(
                        f"kernel {kernel.name} stores {number} with the {who},"
                        f" but {expected} is right")
            if ours[kernel.name] is not None:
                compared += 1
            elif theirs[kernel.name] is not None:
                raise Mismatch(f"kernel {kernel.name} stores a constant with "
                               "the reference only")
            elif self.level == "3":
                raise Mismatch(f"kernel {kernel.name} does not store a "
                               "constant")
        return compared


def absolute(path):
    return pathlib.Path(path).absolute()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", type=absolute, required=True)
    parser.add_argument("--llvm-tools", type=absolute, required=True)
    parser.add_argument("--work", type=absolute, required=True)
    parser.add_argument("--seeds", type=int, nargs=2, required=True,
                        metavar=("FIRST", "END"))
    arguments = parser.parse_args()
    for name in ("llvm-as", "llvm-ar", "llvm-link", "opt", "llc"):
        if not (arguments.llvm_tools / name).exists():
            print(f"skipped: {name} is not in {arguments.llvm_tools}")
            return SKIPPED
    shutil.rmtree(arguments.work, ignore_errors=True)

    failures = compared = 0
    for seed in range(*arguments.seeds):
        comparison = Comparison(seed, arguments)
        try:
            compared += comparison.run()
            shutil.rmtree(comparison.folder)
        except Mismatch as mismatch:
            failures += 1
            print(f"seed {seed} (-O{comparison.level}, kept in "
                  f"{comparison.folder}): {mismatch}")
    print(f"{arguments.seeds[1] - arguments.seeds[0]} programs, "
          f"{compared} numbers compared, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
