#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Links each kernel of the sweep at every level, for sm_75 and sm_90, on all cores: link.sh <llvm-bitcode-linker>
set -euo pipefail
llbc=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
mkdir -p sm_{75,90}-O{0,1,2,3,s,z}
for folder in sm_*; do
  for kernel in kernels/*.bc; do
    name=$(basename "$kernel" .bc)
    echo "$kernel --target-cpu ${folder%-*} -${folder#*-} -o $folder/$name.ptx"
  done
done | xargs -P "$(nproc)" -L 1 "$llbc"
