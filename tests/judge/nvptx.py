# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links a program for NVIDIA's processors and has ptxas assemble it."""

import build
import x86

PROCESSORS = ["sm_75", "sm_90", "sm_100"]


class DeviceBuild:
    """The same program as bitcode for a GPU, split and archived by chance."""

    def __init__(self, program, tools, folder, rng):
        self.program, self.tools = program, tools
        self.folder, self.rng = folder / "device", rng

    def make(self):
        self.folder.mkdir()
        for name, text in self.program.headers.items():
            (self.folder / name).write_text(text)
        names, members = [], {}
        for unit in self.program.units:
            for name in self._unit(unit):
                archive = unit.archive
                if unit.parts > 1 and self.rng.random() < 0.4:
                    archive = self.rng.choice(build.OWN_ARCHIVES)
                if archive is None:
                    names.append(name)
                else:
                    members.setdefault(archive, []).append(name)
        for archive, contents in members.items():
            build.must([self.tools.of_llvm("llvm-ar"), "rc", archive]
                       + contents, self.folder)
            names.append(archive)
        self.rng.shuffle(names)
        return names

    def _unit(self, unit):
        source = unit.name + unit.suffix()
        (self.folder / source).write_text(unit.text)
        compiler = "clang" if unit.language == "c" else "clang++"
        flags = ["--target=nvptx64-nvidia-cuda", "-march=sm_75", "-nogpulib",
                 "-w", "-ffreestanding", f"-O{self.rng.choice(build.LEVELS)}",
                 "-idirafter", "/usr/include"]
        if unit.language == "c++":
            flags += ["-std=gnu++20", "-fno-exceptions", "-fno-rtti",
                      "-fno-threadsafe-statics", "-nostdinc++"]
        if self.program.kind == "csmith":
            flags += ["-I", self.tools.csmith_headers]
        flags += [f for f in unit.flags if f != "-fcommon"]
        name = unit.name + ".bc"
        build.must([self.tools.of_llvm(compiler)] + flags
                   + ["-emit-llvm", "-c", source, "-o", name], self.folder)
        if unit.parts == 1:
            return [name]
        parts = unit.name + ".part"
        build.must([self.tools.of_llvm("llvm-split"), f"-j{unit.parts}", name,
                    "-o", parts], self.folder)
        return [f"{parts}{i}" for i in range(unit.parts)]


def assemble(program, tools, folder, rng, expected, options):
    """Links and assembles for each processor; adds to the plan."""
    made = DeviceBuild(program, tools, folder, rng)
    inputs = made.make()
    for processor in PROCESSORS:
        level = rng.choice(build.LEVELS)
        ptx = f"{processor}.ptx"
        command = [tools.linker, "--target", "nvptx64-nvidia-cuda",
                   "--target-cpu", processor, f"-O{level}"] + inputs
        (made.folder / "command").write_text(" ".join(command) + "\n")
        status, output = build.run(command + ["-o", ptx], made.folder)
        if status != 0 or output:
            raise x86.Wrong(f"the link for {processor} at -O{level}: exit "
                            f"status {status}: {output[:1500]}")
        status, output = build.run(
            [options.ptxas, f"-arch={processor}", ptx, "-o", "cubin"],
            made.folder, 300)
        if status != 0:
            raise x86.Wrong(f"ptxas for {processor} at -O{level}: {output[:1500]}")
        if options.plan:
            name = f"{program.kind}-{program.seed}-{processor}-O{level}.ptx"
            options.plan.mkdir(parents=True, exist_ok=True)
            (options.plan / name).write_bytes((made.folder / ptx).read_bytes())
            with open(options.plan / "plan.txt", "a") as plan:
                plan.write(f"{name} entry {expected.split()[0]}\n")
    return ""
