# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions of libdevice.10.bc with their shapes, as kernels.py has them.
Pointers have no element type in the signature, so names say what they are."""

import re
import subprocess

_DEFINITION = re.compile(
    r"^define (internal )?(?:zeroext )?(\S+) @([\w$.]+)\((.*?)\)", re.M)
_LETTERS = {"float": "f", "double": "d", "i16": "s", "i32": "i", "i64": "l"}
# Their pointer is read; all others are written.
_ARRAYS = re.compile(r"__nv_(nan|r?norm)f?$")
_COUNTS = re.compile(r"__nv_(frexp|remquo)f?$")


def functions(llvm_dis, path):
    """The (name, shape) of all functions that can be called, in order, and
    how many definitions there are."""
    text = subprocess.run([llvm_dis, "-o", "-", path], check=True,
                          capture_output=True, text=True).stdout
    found = _DEFINITION.findall(text)
    return ([(name, _shape(name, result, parameters))
             for internal, result, name, parameters in found if not internal],
            len(found))


def _shape(name, result, parameters):
    types = [p.split()[0] for p in parameters.split(",") if p.strip()]
    arguments = [_LETTERS[t] for t in types if t != "ptr"]
    pointers = types.count("ptr")
    if types[len(arguments):] != ["ptr"] * pointers:
        raise ValueError(f"{name}: pointers are not the last parameters")
    results = [] if result == "void" else [_LETTERS[result]]
    if _ARRAYS.match(name):
        arguments.append("p")
    elif _COUNTS.match(name):
        results.append("i")
    else:
        # sincos and modf: of the first argument's type.
        results += [arguments[0]] * pointers
    return f"{''.join(results)}({''.join(arguments)})"
