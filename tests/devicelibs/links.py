# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links modules with the linker under test and says what is wrong with what
came out."""

import fnmatch
import os
import pathlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

SKIPPED = 77
EXPECTED = pathlib.Path(__file__).with_name("expected-failures.txt")

_COMMENT = re.compile(r"//.*")
_FUNCTION = re.compile(r"\.func\s*(?:\([^)]*\)\s*)?([\w$]+)\s*(?:\([^)]*\)\s*)?"
                       r"(?:\.noreturn\s*)?([;{])")
_ENTRY = re.compile(r"\.visible\s+\.entry\s+([\w$]+)\(")
_CALL = re.compile(r"\bcall(?:\.uni)?\s+[^;]*;")
_NAME = re.compile(r"[\w$]+")
# What must not be in any PTX, and why.
_NEVER = {
    "reflect": "asks what the linker should have answered",
    ".extern": "needs a symbol",
    ".visible .func": "exports a function of the library",
}


def run(command):
    """The exit status, negative for a signal, and the output."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expected_failures(processor):
    """Lines of `function processors reason`; the processors are a pattern."""
    lines = [line.split(None, 2) for line in EXPECTED.read_text().splitlines()
             if line and not line.startswith("#")]
    return {function for function, where, _ in lines
            if fnmatch.fnmatchcase(processor, where)}


def failed_well(name, status, text, output):
    """What is wrong with a link that is expected to fail."""
    faults = []
    if status != 1:
        faults.append(f"exit status {status} in place of 1: {text}")
    if name not in text:
        faults.append(f"the message does not name it: {text}")
    if output.exists():
        faults.append("there is an output")
    return faults


def ptx_faults(text, kernels):
    text = _COMMENT.sub("", text)
    faults = [f"'{what}': {why}" for what, why in _NEVER.items()
              if what in text]
    if sorted(_ENTRY.findall(text)) != sorted(kernels):
        faults.append(f"its kernels are {sorted(_ENTRY.findall(text))}")
    called = set()
    for call in _CALL.findall(text):
        called.update(_NAME.findall(call))
    unused = {name for name, end in _FUNCTION.findall(text)
              if end == "{"} - called
    if unused:
        faults.append(f"nobody calls {sorted(unused)}")
    return faults


def symbols(llvm_nm, path, option):
    """The names that an ELF file's dynamic symbol table has."""
    status, output = run([llvm_nm, "--dynamic", "--format=just-symbols",
                          option, str(path)])
    if status != 0:
        raise OSError(output)
    return {line for line in output.split("\n") if line}


def elf_faults(llvm_nm, path, kernels):
    faults = []
    undefined = symbols(llvm_nm, path, "--undefined-only")
    if undefined:
        faults.append(f"undefined: {sorted(undefined)}")
    expected = {k for kernel in kernels for k in (kernel, kernel + ".kd")}
    defined = symbols(llvm_nm, path, "--defined-only")
    if defined != expected:
        faults.append(f"its symbols are {sorted(defined)}")
    return faults


def in_parallel(action, items):
    """The results in the order of the items. The work is in processes that
    the threads wait for."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(action, items))
