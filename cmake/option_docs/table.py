# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of a definition file, as llvm-tblgen knows them.

An Option here is what one entry of the documentation is about: all spellings
with one meaning, such as -o, --output and --output=."""

import dataclasses
import json
import re
import subprocess

FLAG, JOINED, SEPARATE, EITHER = "KIND_FLAG", "KIND_JOINED", "KIND_SEPARATE", "KIND_JOINED_OR_SEPARATE"
REST = "KIND_REMAINING_ARGS"


@dataclasses.dataclass
class Spelling:
    name: str  # with its dashes; with the '=' if the value follows one
    kind: str  # FLAG, JOINED, SEPARATE, EITHER or REST
    dashes: list

    def names(self):
        """The name with one dash and with two, where both will do."""
        return [dashes + self.name.lstrip("-") if self.name.strip("-") else self.name for dashes in self.dashes]

    @property
    def plain(self):
        return self.name.removesuffix("=")


@dataclasses.dataclass
class Option:
    spellings: list
    help: str
    metavar: str
    values: list
    group: str  # its heading, or ""
    ignored: bool

    @property
    def takes_list(self):
        """Whether values are joined by commas."""
        return self.metavar.endswith(",...")

    @property
    def takes_file(self):
        return self.metavar == "<file>"

    @property
    def takes_folder(self):
        return self.metavar == "<dir>"

    def by_name(self):
        """Each name once, without its '=', with its spellings."""
        kinds = {}
        for spelling in self.spellings:
            kinds.setdefault(spelling.plain, []).append(spelling)
        return kinds


def read_records(tblgen, includes, source):
    command = [tblgen, "-dump-json", *(f"-I{folder}" for folder in includes), source]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def processors(llc, triples):
    """What LLVM knows for these devices; of x86-64 only the levels."""
    found = []
    for triple in triples:
        command = [llc, f"-mtriple={triple}", "-mcpu=help", "-o", "-"]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, check=False, capture_output=True, text=True)
        names = re.findall(r"^\s+(\S+)\s+- Select the \1 processor", run.stdout + run.stderr, re.M)
        names = {name for name in names if re.match(r"sm_|gfx|x86-64", name)}
        found += sorted(names, key=natural_order)
    return found


def natural_order(name):
    """sm_90 before sm_100."""
    return [part.zfill(8) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def read_table(records):
    """The options in the order of the definition files."""
    definitions = {name: records[name] for name in records["!instanceof"]["Option"]}

    def place(record):
        file, line = record["!locs"][-1].rsplit(":", 1)
        return (file, int(line), record["!name"])

    def reference(record, field):
        return (record[field] or {}).get("def", "")

    def main_name(record):
        """The record that says what this one means."""
        while reference(record, "Alias"):
            record = definitions[reference(record, "Alias")]
        # An option whose value may be absent; a switch and its opposite.
        for suffix in ("_eq", "_no"):
            base = record["!name"].removesuffix(suffix)
            if base != record["!name"] and base in definitions:
                return base
        return record["!name"]

    options = {}
    for record in sorted(definitions.values(), key=place):
        if not record["Prefixes"]:
            continue  # inputs and unknown words
        option = options.setdefault(main_name(record), Option([], "", "", [], "", False))
        option.spellings.append(Spelling(record["Prefixes"][0] + record["Name"], record["Kind"]["def"], record["Prefixes"]))
        is_main = record["!name"] == main_name(record)
        if is_main:
            option.help = record["HelpText"] or ""
            group = records.get(reference(record, "Group"), {})
            option.group = group.get("HelpText") or ""
            option.ignored = group.get("Name") == "ignored"
        if not reference(record, "Alias"):
            option.metavar = record["MetaVarName"] or option.metavar
            option.values = record["Values"].split(",") if record["Values"] else option.values
    return list(options.values())
