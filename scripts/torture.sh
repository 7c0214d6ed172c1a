#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Links tens of thousands of damaged bitcode files: every bit flipped, every
# truncation, alone and in an archive. Takes minutes; the behaviour tests do a
# sample of it.
#
#   scripts/torture.sh [step]     step 7: every seventh variant only
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
linker=${LLBC:-$root/build/dev/bin/llvm-bitcode-linker}
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
step=${1:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$llvm/llvm-as" "$root/tests/lit/inputs/Inputs/damage-seed.ll" -o "$work/seed.bc"
printf 'define ptx_kernel void @good() {\n  ret void\n}\n' > "$work/good.ll"
target="--target nvptx64-nvidia-cuda --target-cpu sm_80"
status=0
damage="python3 $root/tests/lit/tools/damage.py --step $step"
for level in 0 3; do
  echo "alone, -O$level:"
  # shellcheck disable=SC2086
  $damage "$work/seed.bc" "$work" "$linker" $target -O$level '{}' -o '{o}' || status=1
done
echo "beside a good module, in an archive:"
# shellcheck disable=SC2086
$damage --archive "$work/seed.bc" "$work" "$linker" $target -O1 "$work/good.ll" '{}' -o '{o}' || status=1
exit $status
