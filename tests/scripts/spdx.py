#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every file that a person writes says its licence in its first line, or in the second after #!.

spdx.py <root of the repository>

Left out are texts, lists and data, by the kind of file; a new kind counts until it is named here."""

import pathlib
import subprocess
import sys

LINE = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
TEXTS_AND_DATA = {".bc", ".json", ".lock", ".md", ".toml", ".txt"}
NAMES = {"LICENSE", ".gitignore"}

root = pathlib.Path(sys.argv[1])
listed = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True
).stdout
files = [root / name for name in listed.split("\0") if name]
# CMakeLists.txt is a script, whatever its ending says.
files = [file for file in files if file.name not in NAMES and (file.suffix not in TEXTS_AND_DATA or file.name == "CMakeLists.txt")]
faults = 0
for file in files:
    if not file.exists() or file.is_symlink():
        continue
    lines = file.read_text().split("\n")[:2]
    first = lines[1] if lines[0].startswith("#!/") and len(lines) > 1 else lines[0]
    if LINE not in first:
        print(f"{file.relative_to(root)}: no {LINE}")
        faults += 1
print(f"{len(files)} files, {faults} without the line")
sys.exit(faults != 0 or not files)
