# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels that call one function each, in LLVM's text.

A function is a name and a shape: `f(ff)` takes two floats and gives one,
`fi(f)` gives a float and an integer. The name says how the results come out:

    llvm.frexp      an intrinsic: as a structure
    fdiv            an instruction
    sincosf         a C function without a result: all through pointers
    frexpf          a C function: the first is the result, the others come
                    through pointers

A kernel takes one pointer for each argument and then one for each result. Each
thread of its only dimension takes one element."""

TYPES = {"f": "float", "d": "double", "h": "half", "b": "bfloat",
         "s": "i16", "i": "i32", "l": "i64", "v": "<2 x float>",
         "w": "<2 x half>", "p": "ptr"}
INSTRUCTIONS = {"fadd", "fsub", "fmul", "fdiv", "frem"}

_NVPTX_INDEX = """\
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %block, %size
  %index = add i32 %first, %thread
"""
_AMDGPU_INDEX = """\
  %index = call i32 @llvm.amdgcn.workitem.id.x()
"""
# calling convention, index, address space of local variables
_TARGETS = {
    "nvptx64-nvidia-cuda": ("ptx_kernel", _NVPTX_INDEX, 0),
    "amdgcn-amd-amdhsa": ("amdgpu_kernel", _AMDGPU_INDEX, 5),
}


class Function:
    """How a function is called, and what the kernel that calls it is called."""

    def __init__(self, name, shape):
        self.name = name
        results, arguments = shape.rstrip(")").split("(")
        self.results = list(results)
        self.arguments = list(arguments)
        self.is_instruction = name in INSTRUCTIONS
        self.is_structure = name.startswith("llvm.") and len(results) > 1
        self.kernel = "k_" + name.replace(".", "_")
        if self.is_instruction:
            self.kernel += "_" + TYPES[results[0]]

    def returned(self):
        if self.is_structure:
            return self.results
        return [] if "sincos" in self.name else self.results[:1]

    def pointed(self):
        return self.results[len(self.returned()):]

    def type(self):
        if self.is_structure:
            return "{ " + ", ".join(TYPES[r] for r in self.results) + " }"
        if not self.returned():
            return "void"
        return _extended(self.returned()[0], prefix=True)

    def declaration(self):
        parameters = [_extended(a) for a in self.arguments]
        parameters += ["ptr"] * len(self.pointed())
        return (f"declare {self.type()} @{self.name}"
                f"({', '.join(parameters)})\n")


def _extended(letter, prefix=False):
    if letter != "s":
        return TYPES[letter]
    return "zeroext i16" if prefix else "i16 zeroext"


class _Body:
    """The instructions of one kernel."""

    def __init__(self, function, local_space):
        self.function = function
        self.local_space = local_space
        self.lines = []

    def add(self, line):
        self.lines.append(f"  {line}")

    def element(self, name, array, letter):
        self.add(f"%{name} = getelementptr {TYPES[letter]}, ptr %{array}, "
                 "i32 %index")
        return f"%{name}"

    def load_arguments(self):
        operands = []
        first = self.function.results[0]
        for number, letter in enumerate(self.function.arguments):
            pointed = first if letter == "p" else letter
            where = self.element(f"from{number}", f"in{number}", pointed)
            if letter == "p":
                operands.append(f"ptr {where}")
                continue
            self.add(f"%a{number} = load {TYPES[letter]}, ptr {where}")
            operands.append(f"{_extended(letter)} %a{number}")
        return operands

    def local_variable(self, number, letter):
        """What C programs have: AMD's are in an address space of their own."""
        if self.local_space == 0:
            self.add(f"%local{number} = alloca {TYPES[letter]}")
            return
        space = f"addrspace({self.local_space})"
        self.add(f"%slot{number} = alloca {TYPES[letter]}, {space}")
        self.add(f"%local{number} = addrspacecast ptr {space} %slot{number} "
                 "to ptr")

    def call(self, operands):
        function = self.function
        if function.is_instruction:
            values = ", ".join(o.split()[-1] for o in operands)
            self.add(f"%result = {function.name} {function.type()} {values}")
            return
        target = "" if function.type() == "void" else "%result = "
        self.add(f"{target}call {function.type()} @{function.name}"
                 f"({', '.join(operands)})")

    def store(self, number, letter, value):
        where = self.element(f"to{number}", f"out{number}", letter)
        self.add(f"store {TYPES[letter]} {value}, ptr {where}")

    def store_results(self):
        function = self.function
        count = len(function.returned())
        for number, letter in enumerate(function.results):
            value = "%result"
            if number >= count:
                value = f"%got{number}"
                self.add(f"{value} = load {TYPES[letter]}, "
                         f"ptr %local{number}")
            elif function.is_structure:
                value = f"%part{number}"
                self.add(f"{value} = extractvalue {function.type()} %result, "
                         f"{number}")
            self.store(number, letter, value)

    def write(self):
        operands = self.load_arguments()
        first = len(self.function.returned())
        for number, letter in enumerate(self.function.pointed(), first):
            self.local_variable(number, letter)
            operands.append(f"ptr %local{number}")
        self.call(operands)
        self.store_results()
        return "\n".join(self.lines)


def kernel(target, function):
    convention, index, local_space = _TARGETS[target]
    names = [f"in{n}" for n in range(len(function.arguments))]
    names += [f"out{n}" for n in range(len(function.results))]
    parameters = ", ".join(f"ptr %{name}" for name in names)
    body = _Body(function, local_space).write()
    return (f"define {convention} void @{function.kernel}"
            f"({parameters}) {{\n{index}{body}\n  ret void\n}}\n")


def module(target, functions):
    """A module of one kernel for each (name, shape)."""
    functions = [Function(*f) for f in functions]
    declarations = {f.declaration() for f in functions if not f.is_instruction}
    index = _TARGETS[target][1]
    declarations |= {f"declare i32 @{line.split('@')[1]}\n"
                     for line in index.splitlines() if "@" in line}
    kernels = [kernel(target, f) for f in functions]
    return (f'target triple = "{target}"\n\n' + "".join(sorted(declarations))
            + "\n" + "\n".join(kernels))
