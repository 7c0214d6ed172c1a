#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows which machine code of the example's kernel vecadd is of which line of the crate: of each line the first
# instruction. Exit status 1: none is of any.
#
#   lines.sh <nvdisasm> <cubin of examples/vecadd>
set -uo pipefail

"$1" --print-code --print-line-info-inline "$2" | awk '
  /^\.text\./ { is_vecadd = $1 == ".text.vecadd:" }
  # Where there are several before an instruction, the last is where all others were inlined.
  /\/\/##/ { line = "" }
  /\/\/##/ && match($0, /vecadd\/src\/lib\.rs", line [0-9]+/) {
    line = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", line)
  }
  /\/\*[0-9a-f]+\*\/.*;/ {
    if (is_vecadd && line && !(line in shown)) {
      gsub(/\/\*[^*]*\*\//, "")
      gsub(/^ +| *; *$/, "")
      print "  src/lib.rs:" line "  " $0
      shown[line]
    }
    line = ""
  }
  END { for (line in shown) ++count; exit count == 0 }'
