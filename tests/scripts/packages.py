#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each program that a script calls is in a package that the script installs.

packages.py <folder of the scripts>

dpkg is the judge: it says which package a program is of, what a package depends on, and what every Debian has. Programs
that are not on this machine are not looked at.
"""

import functools
import pathlib
import re
import shutil
import subprocess
import sys

# What is looked for and done without, or asked for in a message of the script's own.
OPTIONAL = {"mmdebstrap", "nvidia-smi", "ptxas", "git", "apt-get", "dpkg-deb", "unshare", "sudo"}
# Scripts that only others call, after they have installed what both need.
PARTS = {"debian-rust.sh", "portable-links.sh", "roots.sh", "setup.sh"}
# Whatever is made of a program's name by hand, such as $llvm/opt, is of LLVM's packages.
COMMAND = re.compile(r"(?:^|[|;&]|\$\(|\b(?:if|then|else|do|while|exec|time)\s|!\s)\s*(?:[A-Z_]+=\S*\s+)*([a-z][\w.+-]*)", re.M)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


@functools.cache
def package_of(program):
    path = shutil.which(program, path="/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")
    if not path:
        return None
    for each in (path, str(pathlib.Path(path).resolve())):
        for spelling in (each, each.removeprefix("/usr")):
            owners = [line for line in output("dpkg", "-S", spelling).splitlines() if not line.startswith("diversion ")]
            if owners:
                return owners[0].split(":")[0]
    return None


@functools.cache
def is_everywhere(package):
    about = output("dpkg-query", "-W", "-f", "${Essential} ${Priority}", package)
    return "yes" in about or "required" in about


@functools.cache
def dependencies(package):
    fields = output("dpkg-query", "-W", "-f", "${Depends}, ${Pre-Depends}", package)
    return {re.split(r"[ (:]", name.strip())[0] for name in re.split(r"[,|]", fields) if name.strip()}


def closure(packages):
    found, pending = set(), list(packages)
    while pending:
        package = pending.pop()
        if package not in found:
            found.add(package)
            pending += dependencies(package)
    return found


def installed_for(purpose, setup):
    """What setup.sh would install, from its own list."""
    lists = dict(re.findall(r"^(\w+)=\(([^)]*)\)", setup, re.M))
    case = re.search(rf"^{purpose}\)\s*packages=\(([^)]*)\)", setup, re.M)
    words = re.sub(r'"\$\{(\w+)\[@\]\}"', lambda match: lists[match[1]], case[1])
    words = re.sub(r'"\$\{(\w+)\[@\]\}"', lambda match: lists[match[1]], words)
    return words.split()


def main():
    folder = pathlib.Path(sys.argv[1])
    setup = (folder / "setup.sh").read_text()
    faults = looked_at = 0
    for script in sorted(folder.glob("*.sh")):
        if script.name in PARTS:
            continue
        text = re.sub(r"^\s*#.*$", "", script.read_text(), flags=re.M)
        text = re.sub(r"'[^']*'|<<'?(\w+)'?\n.*?\n\1\n", "''", text, flags=re.S)
        purposes = re.findall(r'setup\.sh"? (\w+)', text)
        packages = closure(p for purpose in purposes for p in installed_for(purpose, setup))
        functions = set(re.findall(r"^\s*(\w+)\(\)", text, re.M))
        for program in sorted(set(COMMAND.findall(text)) - OPTIONAL - functions):
            package = package_of(program)
            if not package or is_everywhere(package):
                continue
            looked_at += 1
            if package not in packages:
                print(f"{script.name}: {program} is of {package}, which it does not install (setup.sh {' '.join(purposes)})")
                faults += 1
    print(f"{looked_at} programs, {faults} faults")
    return faults != 0 or looked_at == 0


sys.exit(main())
