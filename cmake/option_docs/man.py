# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options as text for a man page."""

import re

import table


def escape(text):
    """Text for troff; dashes of options stay dashes that can be copied."""
    text = text.replace("\\", "\\e")
    text = re.sub(r"(?<![\w-])-[\w=<>,-]*", lambda match: match[0].replace("-", "\\-"), text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def metavar(text):
    """<file>,... with its names in italics."""
    return re.sub(r"<([^<>]*)>", r"\\fI\1\\fR", text.replace("-", "\\-"))


def tag(spellings, value):
    """One name and how its value follows: --name[=<value>]."""
    name = "\\fB" + spellings[0].plain.replace("-", "\\-") + "\\fR"
    kinds = {spelling.kind for spelling in spellings}
    value = metavar(value)
    if kinds in ({table.FLAG}, {table.REST}):
        return name
    if kinds == {table.FLAG, table.JOINED}:
        return f"{name}[={value}]"
    if table.JOINED in kinds:
        return f"{name}={value}" if any(spelling.name.endswith("=") for spelling in spellings) else f"{name}{value}"
    return f"{name} {value}"


def entry(option):
    tags = ", ".join(tag(spellings, option.metavar) for spellings in option.by_name().values())
    return f".TP\n{tags}\n{escape(option.help)}.\n"


def sections(options):
    """All that have a text, under the headings of --help."""
    lines = []
    documented = [option for option in options if option.help]
    groups = list(dict.fromkeys(option.group for option in documented))
    # What has no heading comes last, as "Other" things do.
    for group in sorted(groups, key=lambda heading: not heading):
        heading = (group or "other options").capitalize()
        for name in ("ELF",):
            heading = heading.replace(name.capitalize(), name).replace(name.lower(), name)
        lines.append(f'.SS "{heading}"\n')
        lines += [entry(option) for option in documented if option.group == group]
    return "".join(lines).rstrip("\n")


def accepted(options):
    """What is accepted without effect, as a list of names."""
    silent = [option for option in options if option.ignored and not option.help]
    names = [option.spellings[0].name for option in silent]
    return ",\n".join("\\fB" + name.replace("-", "\\-") + "\\fR" for name in sorted(names, key=str.lower)) + "."


def fill_in(template, version, options, lld_options):
    texts = {
        "VERSION": version,
        "OPTIONS": sections(options),
        "LLD_OPTIONS": sections(lld_options),
        "LLD_ACCEPTED": accepted(lld_options),
    }
    return re.sub(r"@(\w+)@", lambda match: texts[match[1]], template)
