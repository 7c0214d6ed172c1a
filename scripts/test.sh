#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the tool with warnings as errors and passes every test; installs what that needs.
# Further arguments go to ctest, for example: scripts/test.sh -R lit-inputs
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh test
cmake --preset dev >/dev/null
cmake --build --preset dev

ptxas --version &>/dev/null || /usr/local/cuda/bin/ptxas --version &>/dev/null ||
  echo "note: ptxas (CUDA Toolkit) was not found: the PTX is not assembled"
ctest --preset dev -j "$(nproc)" "$@"
