# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a program consists of before anything is compiled."""

import dataclasses


@dataclasses.dataclass
class Unit:
    """A translation unit."""

    name: str
    text: str = ""
    language: str = "c++"
    flags: list = dataclasses.field(default_factory=list)
    parts: int = 1  # Into how many modules llvm-split takes it apart.
    keep_locals: bool = False  # Local names stay local then.
    archive: str = None  # None: given to the linker itself.

    def add(self, text):
        self.text += text.strip("\n") + "\n"

    def suffix(self):
        return ".c" if self.language == "c" else ".cpp"


@dataclasses.dataclass
class Program:
    seed: int
    kind: str
    units: list
    headers: dict = dataclasses.field(default_factory=dict)
    device: bool = False  # Can run on a GPU as well.
    features: list = dataclasses.field(default_factory=list)
