#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs through the linker under test and through clang and ld.lld.
A program depends on its seed alone; the files of one that fails are kept."""

import argparse
import collections
import concurrent.futures
import random
import shutil
import subprocess
import sys

import build
import csmith
import cxx
import nvptx
import x86

SKIPPED = 77


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    build.add_arguments(parser)
    parser.add_argument("--seeds", type=int, nargs=2, required=True,
                        metavar=("FIRST", "END"))
    parser.add_argument("-j", type=int, default=1, dest="jobs")
    parser.add_argument("--kinds", default="csmith,cxx",
                        help="csmith, cxx or both (default)")
    parser.add_argument("--features", default=",".join(cxx.FEATURES),
                        help="of the generated C++; default: all")
    parser.add_argument("--without", default="", help="of the features")
    parser.add_argument("--keep", action="store_true",
                        help="keep the files of all programs")
    return parser.parse_args()


def program_of(seed, options):
    kinds = options.kinds.split(",")
    kind = kinds[0] if len(kinds) == 1 or seed % 3 == 0 else kinds[-1]
    if kind == "csmith":
        return csmith.make(seed)
    allowed = set(options.features.split(","))
    return cxx.make(seed, allowed - set(options.without.split(",")))


def judge(seed, options, tools):
    """Returns a verdict and what there is to say about it."""
    folder = options.work / f"seed-{seed}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rng = random.Random(f"build {seed}")
    title = ""
    try:
        program = program_of(seed, options)
        title = " ".join([program.kind] + program.features)
        made = build.Build(program, tools, folder, rng)
        comparison = x86.Comparison(made.make(), made, rng)
        expected = comparison.compare()
        verdict, text = "same", ""
        if options.ptxas and program.device:
            text = nvptx.assemble(program, tools, folder, rng, expected,
                                  options)
            verdict = "same and assembled"
    except x86.Wrong as wrong:
        return "wrong", f"({title}) {wrong}"
    except (build.Failure, subprocess.SubprocessError) as failure:
        verdict, text = "left out", f"({title}) {failure}"
    if not options.keep:
        shutil.rmtree(folder)
    return verdict, text


def again_without_seeds(options):
    command = [sys.argv[0], "--tool", options.tool, "--llvm-tools",
               options.llvm_tools, "--work", options.work, "--kinds",
               options.kinds]
    if set(options.features.split(",")) != set(cxx.FEATURES):
        command += ["--features", options.features]
    if options.without:
        command += ["--without", options.without]
    if options.ptxas:
        command += ["--ptxas", options.ptxas]
    return " ".join(str(part) for part in command)


def main():
    options = arguments()
    tools = build.tools_of(options)
    if tools is None:
        return SKIPPED
    if "csmith" in options.kinds and not csmith.available():
        print("note: csmith and its headers (libcsmith-dev) were not found: "
              "only generated C++")
        options.kinds = "cxx"
    again = again_without_seeds(options)
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(*options.seeds)
        for seed, (verdict, text) in zip(seeds, pool.map(
                lambda s: judge(s, options, tools), seeds)):
            counts[verdict] += 1
            if verdict in ("wrong", "left out"):
                print(f"seed {seed} {verdict} {text.strip()}", flush=True)
            if verdict == "wrong":
                print(f"  kept in {options.work}/seed-{seed}; again: {again}"
                      f" --seeds {seed} {seed + 1}", flush=True)
    print(", ".join(f"{count} {verdict}"
                    for verdict, count in sorted(counts.items())))
    # A judge that seldom judges is none.
    too_few = counts["left out"] * 10 > sum(counts.values())
    return 1 if counts["wrong"] or too_few else 0


if __name__ == "__main__":
    sys.exit(main())
