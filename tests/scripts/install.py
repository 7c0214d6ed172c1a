#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `cmake --install` puts into a folder is complete, and works there.

install.py <cmake> <build folder> <folder to install into>

Programs in C and C++ are built with the installed library, by find_package and by pkg-config."""

import gzip
import os
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
include/llbc.h
include/llbc/Link.h
lib/libllbc.a
lib/libllbc.so
lib/libllbc.so.0
lib/cmake/llbc/llbcConfig.cmake
lib/cmake/llbc/llbcConfigVersion.cmake
lib/pkgconfig/llbc.pc
lib/pkgconfig/llbc-static.pc
""".split()
SOURCES = pathlib.Path(__file__).resolve().parent / "library"


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}")
    return result


def check_program(how, *command, **options):
    if run(*command, **options).stdout != ptx:
        faults.append(f"the program built with {how} does not print the linker's PTX")


def check_find_package():
    build = PREFIX / "find_package"
    run(CMAKE, "-S", SOURCES, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}")
    run(CMAKE, "--build", build)
    for program in ("in-c", "in-cxx"):
        check_program(f"find_package, {program}", build / program)


def check_pkg_config():
    environment = {**os.environ, "PKG_CONFIG_PATH": str(PREFIX / "lib/pkgconfig")}
    for package, compiler, source in (("llbc", ["cc"], "program.c"), ("llbc-static", ["c++", "-std=c++20"], "program.cpp")):
        flags = run("pkg-config", "--cflags", "--libs", package, env=environment).stdout.split()
        program = PREFIX / package
        run(*compiler, SOURCES / source, *flags, "-o", program)
        check_program(f"pkg-config, {package}", program, env={**environment, "LD_LIBRARY_PATH": str(PREFIX / "lib")})


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
def check_debian_files():
    """What packing adds for Debian, on the installed tree."""
    staging = PREFIX / "staging"
    usr = staging / "runtime/usr"
    shutil.copytree(PREFIX / "share", usr / "share")
    root = SOURCES.parents[2]
    run(
        CMAKE, "-DCPACK_GENERATOR=DEB", f"-DCPACK_LLBC_SOURCE_DIR={root}", f"-DCPACK_TEMPORARY_DIRECTORY={staging}",
        "-DCPACK_COMPONENTS_ALL=runtime", "-DCPACK_DEBIAN_RUNTIME_PACKAGE_NAME=llvm-bitcode-linker",
        "-DCPACK_PACKAGE_VERSION=1.2", "-DCPACK_DEBIAN_PACKAGE_RELEASE=3", "-P", root / "cmake/packages/Debian.cmake",
    )
    docs = usr / "share/doc/llvm-bitcode-linker"
    if "LLVM Exceptions" not in (docs / "copyright").read_text():
        faults.append("Debian's copyright file lacks the exceptions")
    if not gzip.decompress((docs / "changelog.Debian.gz").read_bytes()).startswith(b"llvm-bitcode-linker (1.2-3) "):
        faults.append("Debian's changelog does not begin with the version")
    pages = sorted(page.name for page in (usr / "share/man/man1").iterdir())
    if pages != ["llvm-bitcode-linker-rustup.1.gz", "llvm-bitcode-linker.1.gz"]:
        faults.append(f"Debian's man pages are {pages}")


check_find_package()
check_pkg_config()
check_debian_files()
print("\n".join(faults) or f"{len(installed)} files in place")
shutil.rmtree(PREFIX)
sys.exit(bool(faults))
