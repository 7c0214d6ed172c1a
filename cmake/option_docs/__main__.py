# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the man page and the completions of three shells from the option tables."""

import argparse
import pathlib

import bash
import fish
import man
import table
import zsh

parser = argparse.ArgumentParser(prog="option_docs")
parser.add_argument("--tblgen", required=True, help="llvm-tblgen")
parser.add_argument("--llc", required=True, help="llc, which lists the processors")
parser.add_argument("--include", action="append", required=True, help="folder for definition files")
parser.add_argument("--options", required=True, help="Options.td")
parser.add_argument("--lld-options", required=True, help="LldOptions.td")
parser.add_argument("--man-template", required=True, type=pathlib.Path)
parser.add_argument("--program-version", required=True)
parser.add_argument("--output", required=True, type=pathlib.Path, help="folder for what is made")
args = parser.parse_args()

options, lld_options = (
    table.read_table(table.read_records(args.tblgen, args.include, source)) for source in (args.options, args.lld_options)
)
triples = next(option.values for option in options if option.spellings[0].name == "--target")
processors = table.processors(args.llc, triples)
for option in options + lld_options:
    if option.metavar.startswith("<cpu>"):
        option.values = processors

args.output.mkdir(parents=True, exist_ok=True)
template = args.man_template.read_text()
(args.output / "llvm-bitcode-linker.1").write_text(man.fill_in(template, args.program_version, options, lld_options))
for shell, name in ((bash, "llvm-bitcode-linker.bash"), (zsh, "_llvm-bitcode-linker"), (fish, "llvm-bitcode-linker.fish")):
    (args.output / name).write_text(shell.completion(options, lld_options))
