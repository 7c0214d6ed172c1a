#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `cmake --install` puts into a folder is complete, and works there.

install.py <cmake> <build folder> <folder to install into>"""

import pathlib
import re
import shutil
import subprocess
import sys

CMAKE, BUILD, PREFIX = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
EXPECTED = """
bin/llvm-bitcode-linker
bin/llvm-bitcode-linker-rustup
share/man/man1/llvm-bitcode-linker.1
share/man/man1/llvm-bitcode-linker-rustup.1
share/bash-completion/completions/llvm-bitcode-linker
share/zsh/site-functions/_llvm-bitcode-linker
share/fish/vendor_completions.d/llvm-bitcode-linker.fish
share/doc/llvm-bitcode-linker/README.md
share/doc/llvm-bitcode-linker/CHANGELOG.md
share/doc/llvm-bitcode-linker/docs/cargo.md
share/doc/llvm-bitcode-linker/docs/manual.md
share/doc/llvm-bitcode-linker/licences/llvm-bitcode-linker
share/doc/llvm-bitcode-linker/licences/lld
""".split()


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


shutil.rmtree(PREFIX, ignore_errors=True)
run(CMAKE, "--install", BUILD, "--prefix", PREFIX)
installed = {str(file.relative_to(PREFIX)) for file in PREFIX.rglob("*") if not file.is_dir()}
faults = [f"{name} is not installed" for name in EXPECTED if name not in installed]

for name in installed:
    content = (PREFIX / name).read_bytes()
    # Programs may name their sources in debug information.
    if b"\0" not in content and (BUILD.encode() in content or str(PREFIX).encode() in content):
        faults.append(f"{name} names a folder of this machine")

linker = PREFIX / "bin/llvm-bitcode-linker"
version = run(linker, "--version").stdout
page = (PREFIX / "share/man/man1/llvm-bitcode-linker.1").read_text()
if not re.search(rf"^\.TH .*\"{re.escape(version.splitlines()[0])}\"", page, re.M):
    faults.append(f"the man page is not of {version.splitlines()[0]}")
kernel = PREFIX / "kernel.ll"
kernel.write_text('target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  ret void\n}\n')
ptx = run(linker, kernel, "--target-cpu", "sm_80", "-o", "-").stdout
if ".visible .entry k(" not in ptx:
    faults.append("the installed linker makes no kernel")
# bash looks for a file of the command's name.
run("bash", "-uc", 'source "$1" && complete -p llvm-bitcode-linker', "_", PREFIX / EXPECTED[4])
print("\n".join(faults) or f"{len(installed)} files in place")
shutil.rmtree(PREFIX)
sys.exit(bool(faults))
