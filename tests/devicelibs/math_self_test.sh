#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# math_self_test.sh LIBDEVICE PTXAS FOLDER: the kernels of tests/gpu/math link and ptxas takes them, and the program that
# compares them is right about the CPU's functions. Skips without libdevice or libquadmath.
set -euo pipefail

libdevice=$1 ptxas=$2 folder=$3
here=$(cd "$(dirname "$0")" && pwd)

skip() {
  echo "skipped: $*"
  exit 77
}

[[ -f $libdevice ]] || skip "libdevice was not found"
[[ $(gcc -print-file-name=libquadmath.a) == /* ]] || skip "gcc has no static libquadmath"

rm -rf "$folder"
"$here/../gpu/math/build.sh" "$LLBC" "$folder"
if [[ -x $ptxas ]]; then
  for processor in sm_75 sm_90; do
    printf '%s\0' "$folder"/*.ptx | xargs -0 -P "$(nproc)" -I{} "$ptxas" -arch "$processor" {} -o {}.cubin
  done
fi
"$folder/math" --self-test
