#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks an AMD code object by LLVM's tools: its processor, its kernels, what it exports, code, debug information."""

import argparse
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

LLVM_BIN = Path(os.environ.get("LLVM_BIN", "/usr/lib/llvm-22/bin"))
PT_LOAD = 1
DESCRIPTOR_SIZE = 64
# e_shoff lies in the first loadable segment, and depends on sections that are not loaded.
E_SHOFF = slice(40, 48)


def llvm(tool, *arguments):
    done = subprocess.run([LLVM_BIN / tool, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{tool} {' '.join(map(str, arguments))}:\n{done.stdout}{done.stderr}")
    return done.stdout


def header(elf):
    lines = llvm("llvm-readelf", "--file-header", elf).splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def symbols(elf, table):
    """name -> (address, size, type, binding, visibility, section), without the empty first symbol"""
    found = {}
    for line in llvm("llvm-readelf", table, elf).splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[0].rstrip(":").isdigit():
            _, address, size, *kind, name = fields
            found[name] = (int(address, 16), int(size, 0), *kind)
    return found


def segments(elf):
    """The loadable segments: (address, flags, size in memory, contents)."""
    data = elf.read_bytes()
    offset, size, count = struct.unpack_from("<Q14xHH", data, 32)
    found = []
    for i in range(count):
        kind, flags, start, address, _, in_file, in_memory, _ = struct.unpack_from("<IIQQQQQQ", data, offset + i * size)
        if kind == PT_LOAD:
            contents = bytearray(data[start : start + in_file])
            if start == 0:
                contents[E_SHOFF] = bytes(8)
            found.append((address, flags, in_memory, bytes(contents)))
    return found


def entry_point(loaded, descriptor):
    """Where the kernel descriptor at this address of the loaded segments says that its code is."""
    for address, _, _, contents in loaded:
        if address <= descriptor < address + len(contents):
            return descriptor + struct.unpack_from("<q", contents, descriptor - address + 16)[0]
    return None


def compare(what, wanted, found):
    faults = [f"{what} missing: {name}" for name in sorted(wanted - found)]
    return faults + [f"{what} not wanted: {name}" for name in sorted(found - wanted)]


def check_header(elf, processor):
    fields = header(elf)
    faults = []
    for key, wanted in (("Type", "DYN"), ("Machine", "EM_AMDGPU"), ("OS/ABI", "AMDGPU - HSA")):
        if not fields[key].startswith(wanted):
            faults.append(f"{key} is {fields[key]}")
    if processor not in fields["Flags"].split(", "):
        faults.append(f"flags are for another processor: {fields['Flags']}")
    return faults


def check_metadata(elf, processor, kernels):
    notes = llvm("llvm-readelf", "--notes", elf)
    count = notes.count("NT_AMDGPU_METADATA")
    faults = [] if count == 1 else [f"{count} notes of metadata"]
    target = re.search(r"^amdhsa\.target:\s+(\S+)", notes, re.MULTILINE)
    if not target or target.group(1).strip("'") != f"amdgcn-amd-amdhsa--{processor}":
        faults.append(f"metadata for target {target and target.group(1)}")
    # Keys of a kernel; those of its arguments stand further right.
    names = re.findall(r"^    \.name:\s+(\S+)", notes, re.MULTILINE)
    descriptors = re.findall(r"^    \.symbol:\s+(\S+)", notes, re.MULTILINE)
    faults += [f"listed twice in metadata: {n}" for n in sorted({n for n in names if names.count(n) > 1})]
    faults += compare("kernel in metadata", kernels, {name.strip("'") for name in names})
    return faults + compare("descriptor in metadata", {f"{k}.kd" for k in kernels}, {d.strip("'") for d in descriptors})


def check_symbols(elf, kernels, exports):
    dynamic, loaded = symbols(elf, "--dyn-syms"), segments(elf)
    faults = compare("dynamic symbol", kernels | {f"{k}.kd" for k in kernels} | exports, set(dynamic))
    for name in sorted(kernels & set(dynamic)):
        address, _, kind, *_ = dynamic[name]
        if kind != "FUNC":
            faults.append(f"{name} is a {kind}")
        descriptor = dynamic.get(f"{name}.kd")
        if not descriptor:
            continue
        if descriptor[1:3] != (DESCRIPTOR_SIZE, "OBJECT"):
            faults.append(f"{name}.kd is no kernel descriptor: {descriptor}")
        elif entry_point(loaded, descriptor[0]) != address:
            faults.append(f"{name}.kd leads elsewhere than to {name}")
    for table in "--dyn-syms", "--symbols":
        faults += [f"undefined: {name}" for name, symbol in symbols(elf, table).items() if symbol[-1] == "UND"]
    return faults


def check_code(elf, kernels):
    # The disassembler shows one of the names that share an address.
    address, ended = None, set()
    for line in llvm("llvm-objdump", "--disassemble", "--no-show-raw-insn", elf).splitlines():
        if line.endswith(">:"):
            address = int(line.partition(" ")[0], 16)
        elif "s_endpgm" in line:
            ended.add(address)
    dynamic = symbols(elf, "--dyn-syms")
    return [f"no code that ends: {name}" for name in sorted(kernels) if name in dynamic and dynamic[name][0] not in ended]


def sources_of_code(elf):
    """The source files that debuggers find for the first instructions of the functions."""
    functions = (symbol for symbol in symbols(elf, "--symbols").values() if symbol[2] == "FUNC")
    found = llvm("llvm-symbolizer", "--functions=none", "--exe", elf, *(hex(symbol[0]) for symbol in functions))
    return {line.rsplit(":", 2)[0] for line in found.splitlines()}


def check_debug(elf, wanted):
    verified = subprocess.run([LLVM_BIN / "llvm-dwarfdump", "--verify", elf], capture_output=True, text=True)
    faults = [] if verified.returncode == 0 else [f"debug information is broken:\n{verified.stdout[-2000:]}"]
    if not wanted:
        if ".debug_" in llvm("llvm-readelf", "--sections", elf):
            faults.append("debug information that nobody wanted")
        return faults
    found = sources_of_code(elf)
    return faults + [f"no debug information for {w}" for w in wanted if not any(f.endswith(w) for f in found)]


def check_same(elf, other):
    faults = []
    if symbols(elf, "--dyn-syms") != symbols(other, "--dyn-syms"):
        faults.append(f"other dynamic symbols than {other}")
    ours, theirs = segments(elf), segments(other)
    if [s[:3] for s in ours] != [s[:3] for s in theirs]:
        faults.append(f"other segments than {other}: {[s[:3] for s in ours]}, not {[s[:3] for s in theirs]}")
    else:
        faults += [f"segment {i} differs from {other}'s" for i, (a, b) in enumerate(zip(ours, theirs)) if a != b]
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("elf", type=Path)
    parser.add_argument("--processor", required=True, help="such as gfx90a")
    parser.add_argument("--kernels", nargs="+", required=True, help="every kernel, and no other")
    parser.add_argument("--exports", nargs="*", default=[], help="every other dynamic symbol")
    parser.add_argument("--debug", action="append", default=[], metavar="FILE", help="some code is from FILE")
    parser.add_argument("--same-as", type=Path, metavar="ELF", help="loads exactly as this code object does")
    args = parser.parse_args()

    kernels = set(args.kernels)
    faults = check_header(args.elf, args.processor)
    faults += check_metadata(args.elf, args.processor, kernels)
    faults += check_symbols(args.elf, kernels, set(args.exports))
    faults += check_code(args.elf, kernels)
    faults += check_debug(args.elf, args.debug)
    if args.same_as:
        faults += check_same(args.elf, args.same_as)
    for fault in faults:
        print(f"{args.elf}: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
