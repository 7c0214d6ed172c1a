# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs by csmith, which nobody here wrote."""

import pathlib
import random
import subprocess
import tempfile

import unit

HEADERS = pathlib.Path("/usr/include/csmith/safe_math.h")

# csmith's own main becomes a plain function; what it computes is the result.
FOOTER = """
#undef main
#ifdef KERNEL
KERNEL void entry(uint64_t *out, uint64_t count) {
  csmith_main();
  out[0] = count ? checksum : 0;
}
#else
uint64_t entry(void) {
  csmith_main();
  return checksum;
}
#endif
"""


def available():
    try:
        subprocess.run(["csmith", "--version"], capture_output=True,
                       check=True)
    except OSError:
        return False
    return HEADERS.exists()


def make(seed):
    rng = random.Random(seed)
    options = ["--no-argc", "--concise", "--seed", str(seed + 1)]
    options += ["--max-funcs", str(rng.choice([5, 10, 25]))]
    options += ["--max-block-depth", str(rng.choice([2, 3, 4]))]
    if rng.random() < 0.5:
        options.append("--no-volatiles")
    if rng.random() < 0.3:
        options.append("--inline-function")
    # It leaves a file about the machine where it runs.
    with tempfile.TemporaryDirectory() as folder:
        text = subprocess.run(["csmith"] + options, capture_output=True,
                              text=True, check=True, timeout=60,
                              cwd=folder).stdout
    text = "#define main csmith_main\n" + text + FOOTER
    parts = rng.randint(2, 6)
    source = unit.Unit("csmith", text, language="c", parts=parts)
    return unit.Program(seed, "csmith", [source], device=True)
