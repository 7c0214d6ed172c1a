#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py [--step N] [--archive] SEED.bc FOLDER COMMAND...: links damaged
copies of SEED, with --archive each as the member of an archive.

Every copy is truncated, prefixed, extended or has one bit flipped; `{}` in
COMMAND is the damaged file and `{o}` its output. Each run must end within
TIMEOUT seconds with status 0 or 1, never by a signal; a failure must name the
file on standard error and leave no output. --step N takes each N-th variant
only.
"""

import argparse
import collections
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 60


def variants(seed, step):
    yield "empty", b""
    yield "first-byte", seed[:1]
    yield "magic", seed[:4]
    yield "magic-and-garbage", seed[:4] + bytes(range(256)) * 8
    yield "prefixed", b"\0" * 8 + seed
    yield "extended", seed + b"\0" * 3
    yield "doubled", seed + seed
    yield "elf-magic", b"\x7fELF" + b"\0" * 60
    yield "archive-cut", b"!<arch>\nfoo.o/          0   "
    yield "bad-wrapper", b"\xde\xc0\x17\x0b" + b"\xff" * 16
    for size in range(0, len(seed), 4 * step):
        yield f"truncated-{size}", seed[:size]
    for bit in range(0, len(seed) * 8, step):
        data = bytearray(seed)
        data[bit // 8] ^= 1 << (bit % 8)
        yield f"flipped-{bit}", bytes(data)


def archive(data):
    """An archive in GNU's format with data as its one member, damaged.bc."""
    header = f"{'damaged.bc/':16}{0:<12}{0:<6}{0:<6}{'644':8}{len(data):<10}`\n"
    return b"!<arch>\n" + header.encode() + data + b"\n" * (len(data) % 2)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--archive", action="store_true")
    parser.add_argument("seed")
    parser.add_argument("folder")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    with open(args.seed, "rb") as file:
        seed = file.read()

    def fault(variant):
        """What is wrong with the way the link of this copy ended, or None."""
        name, data = variant
        path = os.path.join(args.folder, name + (".a" if args.archive else ".bc"))
        where = name + (".a(damaged.bc)" if args.archive else ".bc")
        output = os.path.join(args.folder, name + ".ptx")
        with open(path, "wb") as file:
            file.write(archive(data) if args.archive else data)
        command = [a.replace("{o}", output).replace("{}", path) for a in args.command]
        try:
            result = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIMEOUT,
            )
        except subprocess.TimeoutExpired:
            return name, "takes too long"
        message = result.stderr.decode("utf-8", "replace")
        written = os.path.exists(output)
        if written:
            os.remove(output)
        if result.returncode == 0:
            os.remove(path)
            return None if written else (name, "no output, status 0")
        if result.returncode != 1:
            return name, f"status {result.returncode}: {message[:200]}"
        if written:
            return name, "an output after a failure"
        if where not in message:
            return name, f"the file is not named: {message[:200]}"
        if "PLEASE" in message or "Stack dump" in message:
            return name, f"LLVM's crash report: {message[:200]}"
        os.remove(path)
        return None

    count = 0
    faults = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(fault, variants(seed, args.step)):
            count += 1
            if found:
                faults.append(found)
    kinds = collections.Counter(what.split("\n")[0] for _, what in faults)
    print(f"{count} damaged files, {len(faults)} faults")
    for name, what in faults[:20]:
        print(f"{os.path.join(args.folder, name)}: {what}")
    if len(kinds) > 1:
        print(*(f"{n} times: {kind}" for kind, n in kinds.most_common(10)), sep="\n")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
