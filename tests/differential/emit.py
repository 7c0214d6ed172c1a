# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the modules of a program as LLVM assembly."""

import program


class ModuleWriter:
    def __init__(self, source, index):
        self.source = source
        self.index = index
        self.lines = []
        self.tables = []
        self.used_functions = set()
        self.used_variables = set()
        self.values = 0
        self.blocks = 0
        self.block = "entry"

    def text(self):
        functions = [f for f in self.source.functions
                     if f.module == self.index]
        variables = [v for v in self.source.variables
                     if v.module == self.index]
        for function in functions:
            self._function(function)
        for kernel in self.source.kernels:
            if kernel.module == self.index:
                self._kernel(kernel)
        head = [f"$c_{f.name} = comdat any" for f in functions if f.comdat]
        for variable in variables:
            values = ", ".join(f"i32 {v}" for v in variable.values)
            head.append(
                f"@{variable.name} = {variable.linkage} addrspace(1) constant "
                f"[{len(variable.values)} x i32] [{values}]")
        head += self.tables
        aliases = {alias: target for alias, (target, module)
                   in self.source.aliases.items() if module == self.index}
        for alias, target in sorted(aliases.items()):
            head.append(f"@{alias} = alias i32 (i32), ptr @{target}")
        defined = {f.name for f in functions} | set(aliases)
        for name in sorted(self.used_functions - defined):
            head.append(f"declare i32 @{name}(i32)")
        for name in sorted(self.used_variables - {v.name for v in variables}):
            head.append(f"@{name} = external addrspace(1) constant "
                        "[0 x i32]")
        return program.TRIPLE + "\n".join(head + self.lines) + "\n"

    def _value(self):
        self.values += 1
        return f"%x{self.values}"

    def _emit(self, line):
        self.lines.append("  " + line)

    def _label(self, name):
        self.lines.append(f"{name}:")
        self.block = name

    def _function(self, function):
        comdat = f" comdat($c_{function.name})" if function.comdat else ""
        self._open(f"define {function.linkage} i32 @{function.name}(i32 %x)"
                   f"{comdat}")
        self._emit(f"ret i32 {self._steps(function.steps, '%x')}")
        self.lines.append("}")

    def _kernel(self, kernel):
        self._open(f"define {kernel.style}ptx_kernel void @{kernel.name}"
                   "(ptr addrspace(1) %p, i32 %x)")
        start = "%x" if kernel.argument is None else str(kernel.argument)
        result = self._steps(kernel.steps, start)
        self._emit(f"store i32 {result}, ptr addrspace(1) %p")
        self._emit("ret void")
        self.lines.append("}")

    def _open(self, signature):
        self.values = 0
        self.lines.append(signature + " {")
        self._label("entry")

    def _steps(self, steps, value):
        for step in steps:
            value = self._step(step, value)
        return value

    def _step(self, step, value):
        kind = step[0]
        if kind == "call":
            called = self._call(f"@{step[1]}", value)
            self.used_functions.add(step[1])
            return self._binary("add", value, called)
        if kind == "helper":
            if self.source.prevailing("helper", self.index) is None:
                return value
            return self._call("@helper", value)
        if kind == "table":
            return self._call(self._table(step[1], step[2]), value)
        if kind == "load":
            return self._binary("add", value, self._load(step[1], step[2]))
        if kind == "branch":
            return self._branch(step, value)
        if kind == "loop":
            return self._loop(step, value)
        return self._binary(kind, value, str(step[1]))

    def _binary(self, operation, left, right):
        result = self._value()
        self._emit(f"{result} = {operation} i32 {left}, {right}")
        return result

    def _call(self, callee, value):
        result = self._value()
        self._emit(f"{result} = call i32 {callee}(i32 {value})")
        return result

    def _load(self, name, index):
        self.used_variables.add(name)
        result = self._value()
        self._emit(f"{result} = load i32, ptr addrspace(1) getelementptr "
                   f"([0 x i32], ptr addrspace(1) @{name}, i64 0, "
                   f"i64 {index})")
        return result

    def _table(self, functions, index):
        """The address of a function, read from a table of them."""
        self.used_functions.update(functions)
        name = f"table{len(self.tables)}"
        entries = ", ".join(f"ptr @{f}" for f in functions)
        self.tables.append(
            f"@{name} = internal addrspace(1) constant "
            f"[{len(functions)} x ptr] [{entries}]")
        result = self._value()
        self._emit(f"{result} = load ptr, ptr addrspace(1) getelementptr "
                   f"([{len(functions)} x ptr], ptr addrspace(1) @{name}, "
                   f"i64 0, i64 {index})")
        return result

    def _branch(self, step, value):
        self.blocks += 1
        number = self.blocks
        less = self._value()
        self._emit(f"{less} = icmp ult i32 {value}, {step[1]}")
        self._emit(f"br i1 {less}, label %then{number}, label %else{number}")
        ends = []
        for name, inner in (("then", step[2]), ("else", step[3])):
            self._label(f"{name}{number}")
            ends.append((self._step(inner, value), self.block))
            self._emit(f"br label %join{number}")
        self._label(f"join{number}")
        result = self._value()
        incoming = ", ".join(f"[ {v}, %{b} ]" for v, b in ends)
        self._emit(f"{result} = phi i32 {incoming}")
        return result

    def _loop(self, step, value):
        self.blocks += 1
        number = self.blocks
        before = self.block
        self._emit(f"br label %loop{number}")
        self._label(f"loop{number}")
        count, current = self._value(), self._value()
        at = len(self.lines)
        result = self._step(step[2], current)
        following = self._binary("add", count, "1")
        done = self._value()
        self._emit(f"{done} = icmp eq i32 {following}, {step[1]}")
        self._emit(f"br i1 {done}, label %after{number}, "
                   f"label %loop{number}")
        self.lines[at:at] = [
            f"  {count} = phi i32 [ 0, %{before} ], "
            f"[ {following}, %loop{number} ]",
            f"  {current} = phi i32 [ {value}, %{before} ], "
            f"[ {result}, %loop{number} ]"]
        self._label(f"after{number}")
        return result


def module_text(source, index):
    return ModuleWriter(source, index).text()
