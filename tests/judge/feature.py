# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a feature of the generated C++ is told."""

import dataclasses
import typing


@dataclasses.dataclass
class Feature:
    add: typing.Callable  # Takes the builder.
    device: bool = False  # A GPU can run it.


def registry():
    """A table of features, and the decorator that fills it."""
    table = {}

    def feature(function=None, device=False):
        def register(add):
            table[add.__name__] = Feature(add, device)
            return add
        return register(function) if function else register
    return table, feature
