# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a program's text to what linkers take: modules of bitcode, machine
code, archives, in an order by chance."""

import dataclasses
import pathlib
import subprocess

LEVELS = ["0", "1", "2", "3", "s", "z"]
OWN_ARCHIVES = ("liba.a", "libb.a")


class Failure(Exception):
    """A program that somebody here could not make or run."""


NEEDED = ("clang", "clang++", "ld.lld", "llvm-split", "llvm-nm", "llvm-ar",
          "llvm-as")


@dataclasses.dataclass
class Tools:
    linker: str
    llvm: str
    csmith_headers: str
    driver: str

    def of_llvm(self, name):
        return f"{self.llvm}/{name}"


def absolute(path):
    return pathlib.Path(path).absolute()


def add_arguments(parser):
    """Those that all judges have."""
    parser.add_argument("--tool", type=absolute, required=True)
    parser.add_argument("--llvm-tools", type=absolute, required=True)
    parser.add_argument("--work", type=absolute, required=True)
    parser.add_argument("--ptxas", type=absolute,
                        help="also link for NVIDIA's processors and assemble")
    parser.add_argument("--plan", type=absolute,
                        help="with --ptxas: collect the PTX and what it must "
                        "compute here, for a GPU")


def tools_of(options):
    """None, and a line that says why, where one is missing."""
    for name in NEEDED:
        if not (options.llvm_tools / name).exists():
            print(f"skipped: {name} is not in {options.llvm_tools}")
            return None
    here = pathlib.Path(__file__).parent
    options.work.mkdir(parents=True, exist_ok=True)
    tools = Tools(str(options.tool), str(options.llvm_tools),
                  str(here / "device"), str(options.work / "driver"))
    must([tools.of_llvm("clang++"), "-x", "c", here / "driver.c", "-o",
          tools.driver, "-Wl,--no-as-needed", "-lstdc++", "-lgcc_s", "-lm"],
         options.work)
    return tools


def run(command, folder, limit=120):
    """Returns exit status and all output; a signal's status is negative."""
    try:
        done = subprocess.run([str(c) for c in command], cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=limit)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    return done.returncode, (done.stdout + done.stderr).decode(
        errors="replace")


def must(command, folder):
    status, output = run(command, folder)
    if status != 0:
        raise Failure(f"{' '.join(str(c) for c in command)}: {status}\n"
                      + output[:2000])


@dataclasses.dataclass
class Input:
    """A file, or an archive with its members."""

    name: str
    whole: bool = False


class Build:
    """The inputs of one program for the host, the same for both linkers."""

    def __init__(self, program, tools, folder, rng):
        self.program, self.tools = program, tools
        self.folder, self.rng = folder, rng
        self.members = {}
        self.direct = []
        self.bitcode = []  # What a judge that takes machine code compiles.
        self.absolute = False  # Some module was not compiled for a library.

    def make(self):
        for name, text in self.program.headers.items():
            (self.folder / name).write_text(text)
        for index, unit in enumerate(self.program.units):
            self._unit(unit, first=index == 0)
        inputs = [Input(name) for name in self.direct]
        for name, members in self.members.items():
            self.rng.shuffle(members)
            how = self.rng.choice(["rc", "rc", "rcT"])
            must([self.tools.of_llvm("llvm-ar"), how, name] + members,
                 self.folder)
            whole = name in OWN_ARCHIVES and self.rng.random() < 0.15
            inputs.append(Input(name, whole))
        # A name that two archives define comes from the first.
        self.rng.shuffle(inputs)
        return inputs

    def _compiler(self, unit):
        name = "clang" if unit.language == "c" else "clang++"
        flags = ["-w", f"-O{self.rng.choice(LEVELS)}"]
        flags += ["-std=gnu17" if unit.language == "c" else "-std=gnu++20"]
        if self.program.kind == "csmith":
            flags += ["-I", self.tools.csmith_headers]
        if self.rng.random() < 0.1:
            flags.append("-g")
        if self.rng.random() < 0.15:
            flags.append("-ffunction-sections")
        if self.rng.random() < 0.1 and unit.language == "c++":
            flags.append("-fvisibility-inlines-hidden")
        return [self.tools.of_llvm(name)] + flags + unit.flags

    def _unit(self, unit, first):
        source = unit.name + unit.suffix()
        (self.folder / source).write_text(unit.text)
        compiler = self._compiler(unit)
        delivery = self.rng.choice(
            ["bitcode"] * 6 + ["native"] * 3 + ["text", "thin", "fat"])
        if first and delivery == "native" and self.rng.random() < 0.7:
            delivery = "bitcode"
        pic = "-fPIC"
        if unit.parts > 1:
            self._split(unit, compiler, source, pic)
            return
        if (delivery in ("bitcode", "text") and self.rng.random() < 0.1
                and "weak_undefined" not in self.program.features):
            pic, self.absolute = "-fno-pic", True
        name = unit.name + {"text": ".ll"}.get(delivery, ".o")
        how = {"bitcode": ["-emit-llvm", "-c"], "text": ["-emit-llvm", "-S"],
               "native": ["-c"], "thin": ["-flto=thin", "-c"],
               "fat": ["-flto", "-ffat-lto-objects", "-c"]}[delivery]
        must(compiler + [pic] + how + [source, "-o", name], self.folder)
        if delivery in ("bitcode", "text", "thin"):
            self.bitcode.append(name)
        # An archive holds no text.
        if delivery == "text" or unit.archive is None:
            self.direct.append(name)
        else:
            self.members.setdefault(unit.archive, []).append(name)

    def _split(self, unit, compiler, source, pic):
        whole = unit.name + ".bc"
        must(compiler + [pic, "-emit-llvm", "-c", source, "-o", whole],
             self.folder)
        command = [self.tools.of_llvm("llvm-split"), f"-j{unit.parts}", whole,
                   "-o", unit.name + ".part"]
        if unit.keep_locals or self.rng.random() < 0.4:
            command.append("-preserve-locals")
        must(command, self.folder)
        for part in range(unit.parts):
            name = f"{unit.name}.part{part}"
            if self.rng.random() < 0.25:
                # An optimiser may drop what other parts need.
                must([self.tools.of_llvm("clang"), "-w", "-fPIC", "-c", "-x",
                      "ir", "-O0", name, "-o", name + ".o"], self.folder)
                name += ".o"
            else:
                self.bitcode.append(name)
            archive = unit.archive or self.rng.choice(
                [None, None] + list(OWN_ARCHIVES))
            if archive is None or self._has_entry(name):
                self.direct.append(name)
            else:
                self.members.setdefault(archive, []).append(name)

    def _has_entry(self, name):
        status, output = run([self.tools.of_llvm("llvm-nm"), name],
                             self.folder)
        return status != 0 or " T entry\n" in output
