#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# comgr.sh CHECK PROCESSOR VERSION OUTPUT: links for a processor and a code object
# version, and lets the program CHECK read the result. Skips without CHECK.
set -euo pipefail

check=$1 processor=$2 version=$3 output=$4
[[ -n $check ]] || { echo "amd_comgr was not found when this was configured"; exit 77; }

"$LLBC" --target amdgcn-amd-amdhsa --target-cpu "$processor" --code-object-version="$version" -O3 \
  --export-symbol TABLE "$(dirname "$0")/kernels.ll" -o "$output"
# Debian 12's library, 5.2, reads the ELF header of version 4 only.
options=()
[[ $version -le 4 ]] || options=(--no-header)
"$check" "${options[@]}" "$output" "amdgcn-amd-amdhsa--$processor" plain merged unseen -- TABLE
