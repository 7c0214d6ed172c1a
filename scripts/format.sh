#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Formats the C++ sources; with --check only says which are not formatted.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=(-i)
if [[ ${1:-} == --check ]]; then mode=(--dry-run -Werror); fi
git ls-files -z --cached --others --exclude-standard '*.h' '*.cpp' |
  xargs -0 clang-format-22 "${mode[@]}"
