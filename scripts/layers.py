#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks which folder of src/ includes which: each only those before it, so that there are no circles.

The order is docs/architecture.md's; the files of src/ itself may include all."""

import pathlib
import re
import sys

ORDER = ["support", "image", "device", "input", "link", "report", "codegen", "offload"]
# Command lines become a Config; of the link only the list of devices is known.
ALONE = {"driver": {"support", "device"}}

source = pathlib.Path(__file__).resolve().parent.parent / "src"
faults = []
for file in sorted(source.rglob("*")):
    folder = file.relative_to(source).parts[0]
    if file.suffix not in (".h", ".cpp") or folder == file.name:
        continue
    if folder not in ORDER and folder not in ALONE:
        faults.append(f"{folder}: no place in the order of folders")
        continue
    allowed = ALONE.get(folder, set(ORDER[: ORDER.index(folder)]) if folder in ORDER else set())
    for included in re.findall(r'^#include "(\w+)/', file.read_text(), re.M):
        if included not in allowed | {folder, "llbc", "llvm", "lld"}:
            faults.append(f"{file.relative_to(source)} includes {included}/")
print("\n".join(sorted(set(faults))))
sys.exit(bool(faults))
