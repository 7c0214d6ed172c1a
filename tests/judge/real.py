#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that use libraries of others, compiled, split and archived by
chance, through the linker under test and through clang and ld.lld."""

import argparse
import pathlib
import random
import shutil
import sys

import build
import nvptx
import unit
import x86

SKIPPED = 77
HERE = pathlib.Path(__file__).parent / "real"
NO_FILES = ["-DZ_SOLO", "-DNO_GZIP", "-include", "stddef.h"]

# Header-only libraries: the header that must be there, sources, flags.
HEADERS = {
    "fmt": ("fmt/format.h", ["fmt_entry.cpp", "fmt_numbers.cpp"],
            ["-DFMT_HEADER_ONLY"]),
    "json": ("nlohmann/json.hpp", ["json_entry.cpp", "json_values.cpp"], []),
    "eigen": ("eigen3/Eigen/Dense", ["eigen_entry.cpp", "eigen_fixed.cpp"],
              ["-isystem", "/usr/include/eigen3"]),
    "catch": ("catch2/catch.hpp", ["catch_entry.cpp", "catch_tests.cpp"], []),
}

# C libraries from their sources: the folders of these, flags.
SOURCES = {
    "zlib": ([""], NO_FILES),
    "zstd": (["lib/common", "lib/compress", "lib/decompress"],
             ["-DZSTD_DISABLE_ASM", "-DXXH_NAMESPACE=ZSTD_"]),
}
# What zlib builds only where there are files.
FILES_ONLY = ("gzclose.c", "gzlib.c", "gzread.c", "gzwrite.c", "compress.c",
              "uncompr.c")


def of_headers(name, seed):
    header, sources, flags = HEADERS[name]
    if not (pathlib.Path("/usr/include") / header).exists():
        return None
    units = []
    for index, source in enumerate(sources):
        text = f'#include "{HERE / source}"\n'
        archive = "liba.a" if index and seed % 2 else None
        # A test registers itself; nothing asks an archive for it.
        if name == "catch":
            archive = None
        units.append(unit.Unit(pathlib.Path(source).stem, text, "c++",
                               list(flags), parts=1 + (seed + index) % 3,
                               keep_locals=True, archive=archive))
    return unit.Program(seed, name, units)


def of_sources(name, seed, root):
    folders, flags = SOURCES[name]
    if root is None or not (root / name).exists():
        return None
    source = f'#include "{HERE / name}_entry.c"\n'
    include = ["-I", str(root / name), "-I", str(root / name / "lib")]
    units = [unit.Unit(f"{name}_entry", source, "c", flags + include)]
    for folder in folders:
        for path in sorted((root / name / folder).glob("*.c")):
            if path.name not in FILES_ONLY:
                units.append(unit.Unit(
                    path.stem, f'#include "{path}"\n', "c", flags + include,
                    archive=f"lib{name}.a"))
    return unit.Program(seed, name, units, device=name == "zlib")


def judge(program, tools, options):
    """Returns 0 where both linkers agree."""
    folder = options.work / f"{program.kind}-{program.seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rng = random.Random(f"real {program.seed}")
    try:
        made = build.Build(program, tools, folder, rng)
        comparison = x86.Comparison(made.make(), made, rng)
        expected = comparison.compare()
        if options.ptxas and program.device:
            nvptx.assemble(program, tools, folder, rng, expected, options)
    except (x86.Wrong, build.Failure) as failure:
        print(f"{program.kind}, seed {program.seed}, kept in {folder}: "
              f"{failure}", flush=True)
        return 1
    shutil.rmtree(folder)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    build.add_arguments(parser)
    parser.add_argument("--sources", type=build.absolute,
                        help="the folder that fetch.sh filled")
    parser.add_argument("--only", choices=list(HEADERS) + list(SOURCES))
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 1),
                        metavar=("FIRST", "END"))
    options = parser.parse_args()
    tools = build.tools_of(options)
    if tools is None:
        return SKIPPED
    done = failures = 0
    for name in [options.only] if options.only else [*HEADERS, *SOURCES]:
        for seed in range(*options.seeds):
            program = (of_headers(name, seed) if name in HEADERS
                       else of_sources(name, seed, options.sources))
            if program is None:
                print(f"skipped: {name} was not found")
                break
            done += 1
            failures += judge(program, tools, options)
    print(f"{done} programs, {failures} wrong")
    if done == 0:
        return SKIPPED
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
