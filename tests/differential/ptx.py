# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a PTX text defines. A name counts as visible if it is weak, too: the
linker under test makes roots strong, the reference keeps what they were."""

import re

_FUNCTION = re.compile(
    r"^\s*\.(?:visible|weak)\s+\.(entry|func)\s*(?:\([^)]*\)\s*)?([\w$]+)", re.M)
_VARIABLE = re.compile(
    r"^\s*\.(?:visible|weak)\s+\.(?:global|const)\s[^=;{]*?([\w$]+)(?:\[\d*\])?\s*"
    r"(?:=|;)", re.M)
_ENTRY = re.compile(r"\.entry\s+([\w$]+)\(.*?^\{(.*?)^\}", re.M | re.S)
_STORE = re.compile(r"\bst(?:\.global)?\.[bus]32\s+\[[^\]]*\],\s*([^;]+);")
_MOVE = re.compile(r"\bmov\.[bus]32\s+(%r\d+),\s*(-?\d+);")


def visible(text):
    return ({name for _, name in _FUNCTION.findall(text)} |
            set(_VARIABLE.findall(text)))


def kernels(text):
    return {name for kind, name in _FUNCTION.findall(text) if kind == "entry"}


def stored_constants(text):
    """For each kernel the number that it stores, or None if it is not one."""
    result = {}
    for name, body in _ENTRY.findall(text):
        result[name] = None
        stores = _STORE.findall(body)
        if len(stores) != 1:
            continue
        value = dict(_MOVE.findall(body)).get(stores[0], stores[0])
        if re.fullmatch(r"-?\d+", value):
            result[name] = int(value) & 0xFFFFFFFF
    return result
