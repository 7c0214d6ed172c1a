#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles every source file with clang and clang-tidy; each finding is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh format
cmake --preset tidy >/dev/null
cmake --build --preset tidy -- -k 0
