#!/usr/bin/env bash
# Builds the tool with warnings as errors and passes every test; installs what that needs.
# Further arguments go to ctest, for example: scripts/test.sh -R lit-inputs
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh test
cmake --preset dev >/dev/null
cmake --build --preset dev

command -v ptxas >/dev/null || [[ -x /usr/local/cuda/bin/ptxas ]] ||
  echo "note: ptxas (CUDA Toolkit) was not found: the PTX is not assembled"
ctest --preset dev -j "$(nproc)" "$@"
