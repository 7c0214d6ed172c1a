#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what a README says, in the current folder, and compares with what it says that comes out: readme.py <README.md>

A block of `sh` is a list of commands. A block of no language is what the commands before it print on standard output.
Blocks for `sh nvidia` are run where NVIDIA's driver has a GPU and the CUDA Toolkit is there. PTX that comes out is given
to ptxas if there is one.
"""

import ctypes
import glob
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def has_nvidia_gpu():
    try:
        return ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    except OSError:
        return False


def steps(text, languages):
    """Pairs of commands and what they are to print, or None where the README does not say."""
    found = []
    for language, body in BLOCK.findall(text):
        if language:
            found.append([language, body, None])
        else:
            found[-1][2] = body
    return [(commands, printed) for language, commands, printed in found if language in languages]


def run(commands, printed):
    print(commands, end="", flush=True)
    result = subprocess.run(["bash", "-euo", "pipefail", "-c", commands], stdout=subprocess.PIPE, text=True)
    print(result.stdout, flush=True)
    if result.returncode:
        sys.exit(f"FAILED: exit status {result.returncode}")
    if printed is not None and result.stdout != printed:
        sys.exit(f"FAILED: it was to print:\n{printed}")


def find_ptxas():
    ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    return ptxas if pathlib.Path(ptxas).exists() else None


def assemble(ptxas, file):
    """Newer CUDA Toolkits know nothing older than sm_75."""
    ptx = file.read_text()
    processor = re.search(r"^\.target (sm_\w+)", ptx, re.M)[1]
    if processor == "sm_70":
        processor = "sm_75"
        ptx = ptx.replace(".version 6.0", ".version 6.3").replace(".target sm_70", ".target sm_75")
    subprocess.run([ptxas, f"-arch={processor}", "-o", "/dev/null", "-"], input=ptx, text=True, check=True)
    print(f"ptxas takes {file}")


def main():
    ptxas = find_ptxas()
    languages = {"sh", "sh nvidia"} if ptxas and has_nvidia_gpu() else {"sh"}
    todo = steps(pathlib.Path(sys.argv[1]).read_text(), languages)
    if not any(printed for _, printed in todo):
        sys.exit("FAILED: the README does not say what comes out")
    for commands, printed in todo:
        run(commands, printed)
    # This follows links, such as cargo's target may be.
    for file in glob.glob("**/*.ptx", recursive=True) if ptxas else ():
        assemble(ptxas, pathlib.Path(file))


main()
