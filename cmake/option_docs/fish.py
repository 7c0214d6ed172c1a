# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completion for fish: one `complete` for each option and command line."""

import re

import table

TEMPLATE = r"""# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of llvm-bitcode-linker for fish; made from its option tables.

function __llvm_bitcode_linker_lld
    string match -qr -- '^--?flavor$' (commandline -opc)[2]
end

set -l llbc complete -c llvm-bitcode-linker -n 'not __llvm_bitcode_linker_lld'
set -l lld complete -c llvm-bitcode-linker -n __llvm_bitcode_linker_lld
set -l processors '@PROCESSORS@'

complete -c llvm-bitcode-linker -o flavor -x -a gnu -d 'take the command line of ld.lld'
@LLBC_OPTIONS@

@LLD_OPTIONS@
"""


def quote(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def named(name):
    """The flag of `complete` for an option of this name."""
    bare = name.lstrip("-")
    if name.startswith("--"):
        return f"-l {bare}"
    return f"-s {bare}" if len(bare) == 1 else f"-o {bare}"


def value_flags(option, required):
    """What follows: words, files, folders, or something that only the user knows."""
    values = "$processors" if option.metavar.startswith("<cpu>") else quote(" ".join(option.values))
    if option.takes_list:
        words = values if values == "$processors" else " ".join(option.values)
        return f'-x -a "(__fish_append , {words})"'
    if option.values:
        return ("-x" if required else "-f") + f" -a {values}"
    if option.takes_file:
        return "-r -F" if required else ""
    if option.takes_folder:
        return ("-x" if required else "-f") + " -a '(__fish_complete_directories)'"
    return "-x" if required else "-f"


def commands(dialect, option):
    help_flag = f"-d {quote(option.help)}"
    for name, spellings in option.by_name().items():
        kinds = {spelling.kind for spelling in spellings}
        for spelled in table.Spelling(name, "", spellings[0].dashes).names():
            if kinds == {table.REST}:
                yield f"${dialect} -a -- {help_flag}"
            elif "=" in spelled or kinds == {table.JOINED} and not spellings[0].name.endswith("="):
                # fish has no options of this kind: they are offered as words.
                last = "=" if any(spelling.name.endswith("=") for spelling in spellings) else ""
                ends = [""] if last else option.values or [""]
                yield f"${dialect} -a {quote(' '.join(spelled + last + end for end in ends))} {help_flag}"
                if option.metavar == "<cpu>":
                    # So many that they are offered only after the name.
                    condition = f"__llvm_bitcode_linker_lld; and string match -q -- {spelled}=\\* (commandline -ct)"
                    words = f"(printf '{spelled}=%s\\n' $processors)"
                    yield f'complete -c llvm-bitcode-linker -n {quote(condition)} -a "{words}"'
            elif kinds == {table.FLAG}:
                yield f"${dialect} {named(spelled)} {help_flag}"
            else:
                flags = value_flags(option, required=table.FLAG not in kinds)
                yield f"${dialect} {named(spelled)} {flags} {help_flag}"


def completion(options, lld_options):
    processors = next(option.values for option in options if option.metavar == "<cpu>")

    def lines(dialect, table_options):
        return "\n".join(line for option in table_options if option.help for line in commands(dialect, option))

    texts = {
        "PROCESSORS": " ".join(processors),
        "LLBC_OPTIONS": lines("llbc", options),
        "LLD_OPTIONS": lines("lld", lld_options),
    }
    return re.sub(r"@([A-Z_]+)@", lambda match: texts[match[1]], TEMPLATE)
