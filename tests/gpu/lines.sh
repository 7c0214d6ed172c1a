#!/usr/bin/env bash
# Shows which machine code of the example's kernel vecadd is of which line of Rust: the first instruction of each of
# the first lines. Exit status 1: none is of any.
#
#   lines.sh <nvdisasm> <cubin of examples/vecadd>
set -uo pipefail

# What is inlined is there under the line of the crate that it came to.
"$1" --print-code --print-line-info-inline "$2" | awk '
  BEGIN { most = 6 }
  /^\.text\./ { kernel = $1 == ".text.vecadd:" }
  /\/\/##/ && !line && match($0, /vecadd\/src\/lib\.rs", line [0-9]+/) {
    line = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", line)
  }
  /\/\*[0-9a-f]+\*\/.*;/ {
    if (kernel && line && !(line in shown) && count < most) {
      gsub(/\/\*[^*]*\*\//, "")
      gsub(/^ +| *; *$/, "")
      print "  src/lib.rs:" line "  " $0
      shown[line]
      ++count
    }
    line = ""
  }
  END { exit count == 0 }'
