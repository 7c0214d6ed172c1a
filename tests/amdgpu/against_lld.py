#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links clang's HIP, OpenCL and OpenMP device code with this tool and with ld.lld.

Both images must show the same dynamic symbols (kernels, their descriptors, variables:
name, type, binding, visibility, size), and the same metadata but for what the optimiser
decides. Skips (status 77) where clang or ld.lld is missing.

  against_lld.py --tool ... --llvm-tools ... --work /tmp/w [--all]
"""

import argparse
import difflib
import os
import re
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "judge")
# Registers, spills and the stack; which of the hidden arguments a kernel needs.
OPTIMISERS = re.compile(
    r"\.(sgpr_count|vgpr_count|agpr_count|sgpr_spill_count|vgpr_spill_count"
    r"|private_segment_fixed_size|uses_dynamic_stack)\b"
)
HIP = ["-x", "hip", "--offload-device-only", "-nogpuinc", "-nogpulib"]
OPENCL = ["-x", "cl", "-cl-std=CL2.0", "--target=amdgcn-amd-amdhsa", "-nogpulib"]
OPENMP = ["-x", "c", "-fopenmp", "--offload-device-only", "-nogpulib"]
# Name: how it is compiled, for what, and from what.
PROGRAMS = {
    "hip": (HIP, ["kernels.hip", "other.hip"]),
    "hip-reversed": (HIP, ["other.hip", "kernels.hip"]),
    "opencl": (OPENCL, ["kernels.cl"]),
    "openmp": (OPENMP, ["regions.c"]),
}


class Judge:
    def __init__(self, arguments):
        self.tool, self.llvm, self.work = arguments.tool, arguments.llvm_tools, arguments.work
        os.makedirs(self.work, exist_ok=True)
        self.failures = 0
        self.links = 0

    def run(self, *command):
        result = subprocess.run(command, capture_output=True, text=True, cwd=self.work)
        if result.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}\n{result.stderr.strip()}")
        return result.stdout

    def llvm_tool(self, name, *arguments):
        return self.run(os.path.join(self.llvm, name), *arguments)

    def compile(self, program, cpu, level, options):
        kind, sources = PROGRAMS[program]
        processor = f"-mcpu={cpu}" if kind is OPENCL else f"--offload-arch={cpu}"
        objects = []
        for source in sources:
            output = f"{program}.{os.path.basename(source)}.bc"
            self.llvm_tool("clang", *kind, processor, f"-O{level}", *options, "-c", "-emit-llvm",
                           os.path.join(HERE, source), "-o", output)
            objects.append(output)
        return objects

    def symbols(self, image):
        """Rows of .dynsym that matter, sorted."""
        rows = []
        for line in self.llvm_tool("llvm-readelf", "--dyn-syms", image).splitlines():
            fields = line.split()
            if len(fields) < 8 or not fields[0].rstrip(":").isdigit():
                continue
            _, _, size, kind, binding, visibility, section, name = fields[:8]
            size = size if kind == "OBJECT" else "-"
            where = "UND" if section == "UND" else "defined"
            # Nothing takes the place of a symbol of a code object, weak or not.
            visibility = visibility.replace("DEFAULT", "PROTECTED")
            if section != "UND":
                binding = binding.replace("WEAK", "GLOBAL")
            rows.append((name, f"{name} {kind} {binding} {visibility} {size} {where}"))
        # A function that is no kernel is nothing to a host.
        names = {name for name, _ in rows}
        return sorted(row for name, row in rows if " FUNC " not in row or name + ".kd" in names)

    def metadata(self, image):
        """The lines of the note, the kernels in the order of their names."""
        text = self.llvm_tool("llvm-readelf", "--notes", image)
        document, kernels = [], []
        for line in text.splitlines():
            if line.startswith("  - .") and "amdhsa.version:" not in document:
                kernels.append([])
                line = line.replace("-", " ", 1)
            if OPTIMISERS.search(line) or re.match(r"  AMDGPU\s+0x", line):
                continue
            is_of_kernel = kernels and line.startswith(("    .", "      "))
            (kernels[-1] if is_of_kernel else document).append(line)
        name = lambda kernel: next(line for line in kernel if line.startswith("    .name:"))
        return [line for kernel in sorted(kernels, key=name) for line in kernel] + document

    def compare(self, what, ours, theirs):
        if ours == theirs:
            return
        self.failures += 1
        print(f"{what}: ld.lld (-) and this tool (+) differ")
        print("\n".join(difflib.unified_diff(theirs, ours, lineterm="", n=2)))

    def link(self, program, cpu, level, link_level, options=()):
        objects = self.compile(program, cpu, level, list(options))
        # Without OpenMP's device runtime its functions stay undefined in both images.
        processor, *settings = cpu.split(":")
        line = ["-shared", "-m", "elf64_amdgpu", f"-plugin-opt=mcpu={processor}", f"-plugin-opt=O{link_level}"]
        if settings:
            line.append("-plugin-opt=-mattr=" + ",".join(setting[-1] + setting[:-1] for setting in settings))
        if program == "openmp":
            line.append("--unresolved-symbols=ignore-all")
        what = f"{program} {cpu} -O{level} {' '.join(options)} linked at -O{link_level}"
        self.llvm_tool("ld.lld", *line, *objects, "-o", "theirs.elf")
        self.run(self.tool, "-flavor", "gnu", *line, *objects, "-o", "ours.elf")
        self.compare(f"symbols of {what}", self.symbols("ours.elf"), self.symbols("theirs.elf"))
        self.compare(f"metadata of {what}", self.metadata("ours.elf"), self.metadata("theirs.elf"))
        self.links += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--llvm-tools", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--all", action="store_true", help="all levels and processors, not the short form")
    arguments = parser.parse_args()
    for name in ("clang", "ld.lld", "llvm-readelf"):
        if not os.path.exists(os.path.join(arguments.llvm_tools, name)):
            print(f"{name} was not found in {arguments.llvm_tools}")
            return 77
    judge = Judge(arguments)
    processors = ["gfx900", "gfx90a", "gfx90a:xnack+:sramecc-", "gfx942", "gfx1030", "gfx1100", "gfx1201"]
    for program in arguments.programs.split(","):
        if arguments.all:
            for cpu in processors:
                for level in ("0", "2"):
                    for link_level in "0123":
                        judge.link(program, cpu, level, link_level)
            judge.link(program, "gfx1030", "2", "2", ["-mcumode"])
            judge.link(program, "gfx90a", "2", "2", ["-mtgsplit"])
            judge.link(program, "gfx90a", "2", "2", ["-mcode-object-version=5"])
        else:
            judge.link(program, "gfx90a", "2", "0")
            judge.link(program, "gfx90a:xnack+:sramecc-", "2", "2")
            judge.link(program, "gfx1030", "0", "3", ["-mcumode"])
    print(f"{judge.links} links, {judge.failures} differences")
    return 1 if judge.failures else 0


if __name__ == "__main__":
    sys.exit(main())
