#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of the gallery names every example, and each has a README: table.py <folder of the examples>"""

import pathlib
import re
import sys

gallery = pathlib.Path(sys.argv[1])
named = set(re.findall(r"^\| \[[\w-]+\]\(([\w-]+)\)", (gallery / "README.md").read_text(), re.M))
there = {folder.name for folder in gallery.iterdir() if folder.is_dir()}
silent = {folder for folder in there if not (gallery / folder / "README.md").exists()}
for words, names in (("not in the table", there - named), ("not there", named - there), ("without a README", silent)):
    for name in sorted(names):
        print(f"{name}: {words}")
sys.exit(named != there or bool(silent))
