# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links a program's inputs as an x86-64 image with the linker under test and
with clang and ld.lld, runs both images and compares."""

import build

# Seconds. What csmith makes ends at once or never.
RUN_LIMIT = 10
ENTRY_ONLY = "{ global: entry; local: *; };\n"


class Wrong(Exception):
    """The linker under test did something else than the judge."""


class Comparison:
    def __init__(self, inputs, made, rng):
        self.inputs, self.made, self.rng = inputs, made, rng
        self.tools, self.folder = made.tools, made.folder
        self.level = rng.choice(build.LEVELS)
        self.lld_dialect = rng.random() < 0.35
        self.only_entry = rng.random() < 0.35
        self.judge_is_native = rng.random() < 0.4 and not made.absolute
        self.judge_level = "-O1"

    def arguments(self, rename=lambda name: name):
        result = []
        for each in self.inputs:
            name = rename(each.name)
            if each.whole:
                name = ["--whole-archive", name, "--no-whole-archive"]
            result += name if isinstance(name, list) else [name]
        return result

    def judge(self):
        """What the image of clang and ld.lld says; it must link and run."""
        rename = self._machine_code if self.judge_is_native else self._bitcode
        command = [self.tools.of_llvm("clang++"), "-shared", "-fuse-ld=lld",
                   "-o", "judge.so", "-Wl,--lto-O2"]
        if self.only_entry:
            (self.folder / "entry.map").write_text(ENTRY_ONLY)
            command.append("-Wl,--version-script=entry.map")
        if self.made.absolute:
            command.append("-Wl,-Bsymbolic")
        arguments = ["-Wl," + a if a.startswith("--") else a
                     for a in self.arguments(rename)]
        build.must(command + arguments, self.folder)
        result = self._run("judge.so")
        if result[0] != 0:
            raise build.Failure(f"the judge's image ends with {result}")
        return result

    def _bitcode(self, name):
        """ld.lld reads no text."""
        if not name.endswith(".ll"):
            return name
        build.must([self.tools.of_llvm("llvm-as"), name, "-o", name + ".bc"],
                   self.folder)
        return name + ".bc"

    def _machine_code(self, name):
        if name in self.made.members:
            members = [self._machine_code(m) for m in self.made.members[name]]
            build.must([self.tools.of_llvm("llvm-ar"), "rc",
                        "judge-" + name] + members, self.folder)
            return "judge-" + name
        if name not in self.made.bitcode:
            return name
        build.must([self.tools.of_llvm("clang"), "-w", "-fPIC", "-c",
                    "-O0" if ".part" in name else self.judge_level, "-x",
                    "ir", name, "-o", name + ".judge.o"], self.folder)
        return name + ".judge.o"

    def command(self):
        """Of the linker under test."""
        if self.lld_dialect:
            level = self.level if self.level.isdigit() else "2"
            # As clang's driver calls a linker.
            command = [self.tools.linker, "-flavor", "gnu", "-shared",
                       "--eh-frame-hdr", f"-plugin-opt=O{level}"]
            if self.only_entry:
                command.append("--version-script=entry.map")
        else:
            command = [self.tools.linker, "--target",
                       "x86_64-unknown-linux-gnu", f"-O{self.level}"]
            if self.only_entry:
                command += ["--export-symbol", "entry"]
        return command + self.arguments() + [self._libgcc(), "-o", "image.so"]

    def _libgcc(self):
        return build.run([self.tools.of_llvm("clang"), "--rtlib=libgcc",
                          "-print-libgcc-file-name"],
                         self.folder)[1].strip()

    def linked(self):
        command = self.command()
        (self.folder / "command").write_text(" ".join(command) + "\n")
        status, output = build.run(command, self.folder)
        if status != 0 or output:
            raise Wrong(f"the link: exit status {status}: {output[:1500]}")
        return self._run("image.so")

    def _run(self, image):
        return build.run([self.tools.driver, "./" + image], self.folder,
                         RUN_LIMIT)

    def compare(self):
        """Returns the judge's output."""
        theirs = self.judge()
        ours = self.linked()
        if ours != theirs and not self.made.absolute:
            # LLVM's optimiser may run constructors of several files out of
            # order: who does not optimise decides.
            self.judge_is_native, self.judge_level = True, "-O0"
            theirs = self.judge()
        if ours != theirs:
            raise Wrong(f"the image: {ours}, the judge's: {theirs}")
        self.compare_names()
        return theirs[1]

    def names(self, image):
        """Name and kind, as llvm-nm has it, of what an image defines."""
        status, output = build.run(
            [self.tools.of_llvm("llvm-nm"), "-D", "--defined-only",
             "--format=posix", image], self.folder)
        if status != 0:
            raise Wrong(f"llvm-nm: {output}")
        lines = [line.rsplit(" ", 3) for line in output.splitlines()]
        return {line[0]: line[1] for line in lines}

    def compare_names(self):
        ours, theirs = self.names("image.so"), self.names("judge.so")
        extra = {n for n in ours if n not in theirs and ours[n] not in "VWu"}
        if extra:
            raise Wrong(f"only visible here: {sorted(extra)}")
        # What archives give, and copies of inline functions, need not be
        # visible.
        direct = self._strong_in_files()
        lost = {n for n in theirs if n not in ours and n in direct
                and theirs[n] not in "VWu"}
        if lost:
            raise Wrong(f"only visible in the judge's: {sorted(lost)}")

    def _strong_in_files(self):
        found = set()
        for name in self.made.direct:
            status, output = build.run(
                [self.tools.of_llvm("llvm-nm"), "--defined-only",
                 "--format=posix", self._bitcode(name)], self.folder)
            found.update(line.rsplit(" ", 3)[0] if line.count(" ") > 2
                         else line.split(" ")[0]
                         for line in output.splitlines())
        return found
