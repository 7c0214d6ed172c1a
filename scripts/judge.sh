#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Random programs through this linker and through clang and ld.lld; both images run and are compared. A thousand take
# the better part of an hour. Seeds that fail keep their files, and the command that repeats each is printed.
#
#   scripts/judge.sh [-j <n>] [<first seed> <end>]         x86-64: seeds 0 to 1000 unless others are named
#   scripts/judge.sh gpu [-j <n>] [<first seed> <end>]     also links what a GPU can run for NVIDIA's processors, has
#                                                          ptxas assemble it, and collects all in build/judge-gpu
#   scripts/judge.sh real [<builds of each>]               programs that use libraries of Debian; fetches zlib and zstd
#   LLBC=<llvm-bitcode-linker> scripts/judge.sh ...        with that one instead of a dev build
#
# On a machine with a GPU, with the folder build/judge-gpu alone: ./checksums .
set -euo pipefail
cd "$(dirname "$0")/.."
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
what=x86
case ${1-} in
gpu | real)
  what=$1
  shift
  ;;
esac
jobs=$(nproc)
if [[ ${1-} == -j ]]; then
  jobs=$2
  shift 2
fi

if [[ -z ${LLBC-} ]]; then
  scripts/setup.sh judge
  cmake --preset dev >/dev/null
  cmake --build --preset dev --target llvm-bitcode-linker
  LLBC=build/dev/bin/llvm-bitcode-linker
fi
common=(--tool "$LLBC" --llvm-tools "$llvm")

if [[ $what == real ]]; then
  tests/judge/fetch.sh build/judge-sources
  exec python3 -B tests/judge/real.py "${common[@]}" --work build/judge-real --sources build/judge-sources --seeds 0 "${1:-6}"
fi
if [[ $what == gpu ]]; then
  ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
  rm -rf build/judge-gpu
  mkdir -p build/judge-gpu
  gcc -O2 tests/gpu/checksums.c -o build/judge-gpu/checksums -ldl
  common+=(--ptxas "$ptxas" --plan build/judge-gpu)
fi
exec python3 -B tests/judge/judge.py "${common[@]}" --work build/judge --seeds "${1:-0}" "${2:-1000}" -j "$jobs"
