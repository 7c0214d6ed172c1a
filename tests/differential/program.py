# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of several modules, with what their kernels must compute.

A program uses only what a linker of bitcode and LLVM's own llvm-link agree
on: no name has two strong definitions, copies of linkonce_odr functions are
equal, and no archive member competes with an object for a weak name.
"""

import dataclasses
import random

MASK = 0xFFFFFFFF
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'

ARITHMETIC = {
    "add": lambda x, c: x + c,
    "sub": lambda x, c: x - c,
    "mul": lambda x, c: x * c,
    "xor": lambda x, c: x ^ c,
    "and": lambda x, c: x & c,
    "or": lambda x, c: x | c,
    "shl": lambda x, c: x << c,
    "lshr": lambda x, c: x >> c,
}


@dataclasses.dataclass
class Function:
    """A definition of `i32 name(i32)`, or of a kernel."""

    name: str
    linkage: str  # As in LLVM's text, "" for a strong definition.
    steps: list
    module: int
    comdat: bool = False

    def is_internal(self):
        return self.linkage == "internal"

    def is_definition(self):
        return self.linkage != "available_externally"


@dataclasses.dataclass
class Variable:
    """A constant array, of numbers or of functions."""

    name: str
    linkage: str
    values: list
    module: int


@dataclasses.dataclass
class Kernel:
    name: str
    style: str
    argument: int  # What a constant kernel computes with; None: its parameter.
    steps: list
    module: int


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        count = self.random.randint(3, 7)
        # Modules 0 and 1 are always objects; others may be archive members.
        self.archives = [None, None] + [
            self.random.choice([None, "liba.a", "libb.a"])
            for _ in range(count - 2)
        ]
        self.objects = [i for i, a in enumerate(self.archives) if a is None]
        self.order = list(range(count))
        self.functions = []
        self.variables = []
        self.aliases = {}  # Name: (name of the function, module).
        self.kernels = []
        self.exports = []
        self._make_variables()
        self._make_functions()
        self._make_aliases()
        self._make_kernels()
        self._choose_exports()

    # Contents.

    def _number(self):
        return self.random.choice(
            [0, 1, 2, 3, 7, 255, self.random.getrandbits(32)])

    def _anywhere(self):
        return self.random.randrange(len(self.archives))

    def _make_variables(self):
        for i in range(self.random.randint(2, 5)):
            values = [self._number() for _ in range(self.random.randint(1, 6))]
            self.variables.append(
                Variable(f"v{i}", "", values, self._anywhere()))
        for i in range(3):
            # The same local name in several modules, with other contents.
            for module in self.random.sample(range(len(self.archives)), 2):
                self.variables.append(
                    Variable(f"local{i}", "internal", [self._number()],
                             module))

    def _make_functions(self):
        count = self.random.randint(4, 10)
        for i in reversed(range(count)):
            callees = sorted({f.name for f in self.functions
                              if not f.is_internal()})
            self._make_function(f"f{i}", callees)
        for module in range(len(self.archives)):
            if self.random.random() < 0.7:
                self.functions.append(
                    Function("helper", "internal",
                             self._steps(module, [], local=False), module))

    def _make_function(self, name, callees):
        def define(linkage, module, steps=None, comdat=False):
            if steps is None:
                steps = self._steps(module, callees)
            self.functions.append(
                Function(name, linkage, steps, module, comdat))

        scheme = self.random.choice(
            ["strong", "strong", "strong and weak", "weak", "copies",
             "available"])
        if scheme == "strong":
            define("", self._anywhere())
        elif scheme == "strong and weak":
            first, second = self.random.sample(self.objects, 2)
            define("", first)
            define(self.random.choice(["weak", "weak_odr", "linkonce"]),
                   second)
        elif scheme == "weak":
            linkage = self.random.choice(["weak", "weak_odr", "linkonce"])
            for module in self.random.sample(self.objects, 2):
                define(linkage, module)
        else:
            # Equal copies must not name what is local to a module.
            steps = self._steps(None, callees, local=False)
            modules = self.random.sample(range(len(self.archives)), 2)
            if scheme == "copies":
                comdat = self.random.random() < 0.5
                for module in modules:
                    define("linkonce_odr", module, steps, comdat)
            else:
                define("", modules[0], steps)
                define("available_externally", modules[1], steps)

    def _steps(self, module, callees, local=True):
        steps = []
        shared = [v for v in self.variables if v.linkage == ""]
        for _ in range(self.random.randint(1, 4)):
            kind = self.random.choice(
                ["arithmetic", "arithmetic", "call", "call", "load", "branch",
                 "loop", "local", "table"])
            if kind == "call" and callees:
                steps.append(("call", self.random.choice(callees)))
            elif kind == "table" and callees:
                functions = [self.random.choice(callees) for _ in range(3)]
                steps.append(("table", functions, self.random.randrange(3)))
            elif kind == "load":
                variable = self.random.choice(shared)
                steps.append(("load", variable.name,
                              self.random.randrange(len(variable.values))))
            elif kind == "local" and local:
                names = [v.name for v in self.variables
                         if v.linkage == "internal" and v.module == module]
                if names:
                    steps.append(("load", self.random.choice(names), 0))
                steps.append(("helper",))
            elif kind == "branch":
                steps.append(("branch", self._number(), self._arithmetic(),
                              self._arithmetic()))
            elif kind == "loop":
                steps.append(("loop", self.random.randint(2, 5),
                              self._arithmetic()))
            else:
                steps.append(self._arithmetic())
        return steps

    def _arithmetic(self):
        name = self.random.choice(list(ARITHMETIC))
        constant = self._number()
        if name in ("shl", "lshr"):
            constant %= 9
        return (name, constant)

    def _make_aliases(self):
        for function in list(self.functions):
            if function.linkage == "" and self.random.random() < 0.3:
                self.aliases[f"{function.name}_alias"] = (function.name,
                                                          function.module)

    def _make_kernels(self):
        callees = sorted({f.name for f in self.functions
                          if not f.is_internal()} | set(self.aliases))
        for i in range(self.random.randint(2, 5)):
            module = self.random.choice(self.objects + [self._anywhere()])
            steps = [("call", self.random.choice(callees))]
            steps += self._steps(module, callees)
            style = self.random.choice(["", "", "hidden ", "weak_odr "])
            argument = self._number() if self.random.random() < 0.75 else None
            self.kernels.append(
                Kernel(f"k{i}", style, argument, steps, module))

    def _choose_exports(self):
        # llvm-link's pipeline drops linkonce functions before it looks at the
        # list of exports.
        dropped = {f.name for f in self.functions if "linkonce" in f.linkage}
        names = {f.name for f in self.functions if not f.is_internal()}
        names -= dropped
        names |= {v.name for v in self.variables if v.linkage == ""}
        names |= set(self.aliases)
        for name in sorted(names):
            if self.random.random() < 0.15:
                self.exports.append(name)

    # Meaning.

    def prevailing(self, name, module):
        """The function that a use of `name` in `module` reaches."""
        if name in self.aliases:
            name, module = self.aliases[name]
            return next(f for f in self.functions
                        if f.name == name and f.module == module
                        and f.is_definition())
        candidates = [f for f in self.functions
                      if f.name == name and f.is_definition()]
        if name == "helper":
            return next((f for f in candidates if f.module == module), None)
        strong = [f for f in candidates if f.linkage == ""]
        if strong:
            return strong[0]
        return min(candidates, key=lambda f: self.order.index(f.module))

    def load(self, name, index, module):
        for variable in self.variables:
            if variable.name == name and (variable.linkage == ""
                                          or variable.module == module):
                return variable.values[index]
        raise KeyError(name)

    def evaluate(self, steps, module, x):
        for step in steps:
            x = self._apply(step, module, x) & MASK
        return x

    def _call(self, name, module, x):
        function = self.prevailing(name, module)
        if function is None:
            return x
        return self.evaluate(function.steps, function.module, x)

    def _apply(self, step, module, x):
        kind = step[0]
        if kind == "call":
            return x + self._call(step[1], module, x)
        if kind == "helper":
            return self._call("helper", module, x)
        if kind == "table":
            return self._call(step[1][step[2]], module, x)
        if kind == "load":
            return x + self.load(step[1], step[2], module)
        if kind == "branch":
            limit = step[1]
            return self._apply(step[2] if x < limit else step[3], module, x)
        if kind == "loop":
            for _ in range(step[1]):
                x = self._apply(step[2], module, x) & MASK
            return x
        return ARITHMETIC[kind](x, step[1])

    def expected(self, kernel):
        return self.evaluate(kernel.steps, kernel.module, kernel.argument)

    def constant_kernels(self):
        return [k for k in self.kernels if k.argument is not None]
