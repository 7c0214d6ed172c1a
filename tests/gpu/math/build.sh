#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the program that compares math functions on a GPU with the right values, and the kernels for it.
#
#   build.sh <llvm-bitcode-linker> <folder> [processor]    <folder>/math and <folder>/*.ptx; no GPU needed
#   <folder>/math <folder>/*.ptx                           runs it; no compiler needed, NVIDIA's driver is
#   <folder>/math --self-test                              tests the comparison; no GPU needed
#
# The PTX is for sm_75 if no processor is named: the driver compiles it for the GPU at hand.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
llbc=$1 folder=$2 processor=${3:-sm_75}

mkdir -p "$folder"
rm -f "$folder"/math-*.{ll,ptx}
python3 -B "$here/generate.py" "$folder"
for module in "$folder"/math-*.ll; do
  "$llbc" "$module" --target nvptx64-nvidia-cuda --target-cpu "$processor" -O3 -o "${module%.ll}.ptx"
done
rm "$folder"/math-*.ll

# Directed rounding must stay where it is; a product and a sum must not become one.
gcc -std=gnu11 -O2 -Wall -Wextra -frounding-math -ffp-contract=off -I"$folder" -I"$here" "$here"/*.c \
  -o "$folder/math" -l:libquadmath.a -lm -ldl
rm "$folder/kernels.inc"
