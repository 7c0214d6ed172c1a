# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completion for zsh: specifications for _arguments."""

import re

import table

TEMPLATE = r"""#compdef llvm-bitcode-linker
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completion of llvm-bitcode-linker for zsh; made from its option tables.

local -a processors=(@PROCESSORS@)
local -a options=(
@LLBC_OPTIONS@
)
if [[ $words[2] == (-|--)flavor ]]; then
  options=(
@LLD_OPTIONS@
  )
  case $PREFIX in
@LLD_CASES@
  esac
fi
_arguments -S \
  '-flavor[take the command line of ld.lld]:flavor:(gnu)' \
  $options \
  '*:input file:_files'
"""


def quote(text):
    return "'" + text.replace("'", "'\\''") + "'"


def escape(text):
    """For a part of a specification."""
    return re.sub(r"([\\:\[\]])", r"\\\1", text)


def action(option):
    """What the value is: its name and how it is completed."""
    what = escape(re.sub(r"[<>]|\[.*|,\.\.\.", "", option.metavar) or "value")
    if option.metavar.startswith("<cpu>"):
        return f"{what}:" + ("{_values -s , processor $processors}" if option.takes_list else "{compadd -a processors}")
    if option.takes_list:
        # A kind may name its file.
        kinds = " ".join(value + r"\:\:file\:_files" for value in option.values)
        return f"{what}:{{_values -s , {what} {kinds}}}"
    if option.values:
        return f"{what}:({' '.join(option.values)})"
    return what + (":_files" if option.takes_file else ":_files -/" if option.takes_folder else ": ")


def specifications(option):
    help_text = escape(option.help)
    for name, spellings in option.by_name().items():
        kinds = {spelling.kind for spelling in spellings}
        has_equals = any(spelling.name.endswith("=") for spelling in spellings)
        if kinds == {table.REST}:
            continue  # _arguments -S knows it
        if "=" in name and has_equals:
            how, value = r"\=", ""  # see with_equals()
        elif kinds == {table.FLAG} or "=" in name:
            how, value = "", ""
        elif kinds == {table.FLAG, table.JOINED}:
            how, value = "=-", f"::{action(option)}"
        elif kinds == {table.SEPARATE, table.JOINED}:
            how, value = "=", f":{action(option)}"
        elif kinds == {table.EITHER}:
            how, value = "+", f":{action(option)}"
        elif kinds == {table.JOINED}:
            how, value = "=-" if has_equals else "-", f":{action(option)}"
        else:
            how, value = "", f":{action(option)}"
        # Only what takes no value is offered once.
        repeats = "*" if value else ""
        for spelled in table.Spelling(name, "", spellings[0].dashes).names():
            # A '=' or '-' before what follows the name would say how the value does.
            escaped = re.sub(r"=|-$", r"\\\g<0>", spelled)
            yield quote(f"{repeats}{escaped}{how}[{help_text}]{value}")


def with_equals(options):
    """Options with '=' in their names: to _arguments the first of a word ends the name."""
    for option in options:
        for spelling in option.spellings:
            if option.values and spelling.kind == table.JOINED and "=" in spelling.plain:
                values = "-a processors" if option.metavar == "<cpu>" else " ".join(option.values)
                name = spelling.name.lstrip("-")
                yield f"  (-|--){name}*) compset -P '*{name}' && compadd {values} && return ;;"


def completion(options, lld_options):
    processors = next(option.values for option in options if option.metavar == "<cpu>")

    def lines(table_options, indent):
        return "\n".join(indent + line for option in table_options if option.help for line in specifications(option))

    texts = {
        "PROCESSORS": " ".join(processors),
        "LLBC_OPTIONS": lines(options, "  "),
        "LLD_CASES": "\n".join(with_equals(lld_options)),
        "LLD_OPTIONS": lines(lld_options, "    "),
    }
    return re.sub(r"@([A-Z_]+)@", lambda match: texts[match[1]], TEMPLATE)
