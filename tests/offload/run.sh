#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Device images in host programs: packages made by the tool under test, given to real runtimes, to stand-ins of runtimes
# that record what they are asked, and to LLVM's and NVIDIA's own tools.
#
#   LLBC=<llvm-bitcode-linker> tests/offload/run.sh <case>...    exit status 77: skipped
#   tests/offload/run.sh --list
#
# LLBC_OFFLOAD_CACHE names the folder that keeps the built kernels (default: build/offload), LLVM_BIN the one of LLVM's
# tools. The cases are in the files sourced below; what they share is here. Debian: liboffload-22, clang-22,
# clang-tools-22, and what tests/rust needs. libomptarget's host device leaves a copy of each image in /tmp.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../scripts/debian-rust.sh
source "$here/../../scripts/debian-rust.sh"

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

skip() {
  echo "skipped: $*"
  exit 77
}

need_llvm() { # <tool of LLVM or clang>...
  local tool
  for tool in "$@"; do
    [[ -x $LLVM_BIN/$tool ]] || skip "LLVM's $tool is not installed"
  done
}

# Sets `cuda` to the toolkit's folder.
need_cuda() { # <tool>...
  local tool
  cuda=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
  cuda=${cuda%/bin/ptxas}
  for tool in "$@"; do
    [[ -x $cuda/bin/$tool ]] || skip "the CUDA Toolkit's $tool was not found"
  done
}

need_omptarget() {
  omptarget=$LLVM_BIN/../lib/libomptarget.so.22.1
  [[ -e $omptarget ]] || skip "Debian's liboffload-22 is not installed"
}

# Runs a command that must succeed in silence.
quietly() {
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "$*"
  }
  [[ ! -s $work/log ]] || fail "$* said: $(cat "$work/log")"
}

# Runs a command that must fail, and not by a signal, with a message that matches.
refused() { # <regex> <command>...
  local status=0
  "${@:2}" >"$work/log" 2>&1 || status=$?
  [[ $status -ne 0 && $status -lt 128 ]] || fail "status $status: ${*:2}"
  grep -qE -- "$1" "$work/log" || fail "no '$1' in: $(cat "$work/log")"
}

# What a program says must be these lines and no others.
says() { # <expected> <command>...
  local said
  said=$("${@:2}" 2>&1) || fail "${*:2}: status $?: $said"
  [[ $said == "$1" ]] || fail "${*:2} said:"$'\n'"$said"$'\n'"but was to say:"$'\n'"$1"
}

count() { grep -cE -- "$1" <<<"$2" || true; } # <regex> <text>

compile_c() { cc -std=gnu11 -O1 -Wall -Wextra -Werror -ffunction-sections -fdata-sections "$@"; }

# A library of the test's own in place of a runtime's; `stubs` is where a program finds it.
build_stub() { # <source> <soname> <option for cc>...
  stubs=$work/stubs
  mkdir -p "$stubs"
  compile_c -shared -fPIC "${@:3}" "$here/stubs/$1" -Wl,-soname,"$2" -o "$stubs/$2"
}

# The options by which a compiler's driver calls a linker: bfd, lld; gc after a dash for --gc-sections.
linker_options() { # <bfd|lld>[-gc]
  linker=(-fuse-ld="${1%-gc}" "-Wl,--no-gc-sections")
  [[ $1 != *-gc ]] || linker[1]=-Wl,--gc-sections
  if [[ $1 == lld* ]]; then
    need_llvm ld.lld
    linker+=(-B"$LLVM_BIN")
  fi
}

# shellcheck source-path=SCRIPTDIR source=device.sh
source "$here/device.sh"
# shellcheck source-path=SCRIPTDIR source=openmp.sh
source "$here/openmp.sh"
# shellcheck source-path=SCRIPTDIR source=vendors.sh
source "$here/vendors.sh"
# shellcheck source-path=SCRIPTDIR source=raw.sh
source "$here/raw.sh"
# shellcheck source-path=SCRIPTDIR source=tools.sh
source "$here/tools.sh"

run_case() { # <case>
  [[ $(type -t "case_$1") == function ]] || fail "no case $1; --list names them"
  work=$cache/cases/$1
  rm -rf "$work"
  mkdir -p "$work/tmp"
  cd "$work"
  # The linker's forgotten files become visible here.
  export TMPDIR=$work/tmp
  "case_$1"
  cd "$cache"
  rm -rf "$work"
}

if [[ ${1-} == --list ]]; then
  compgen -A function | sed -n 's/^case_//p'
  exit
fi
[[ $# -gt 0 ]] || fail "usage: $0 <case>... | --list"
LLBC=$(realpath "${LLBC:?names the linker under test}")
LLVM_BIN=${LLVM_BIN:-/usr/lib/llvm-22/bin}
cache=$(realpath -m "${LLBC_OFFLOAD_CACHE:-$here/../../build/offload}")
for name in "$@"; do
  (run_case "$name")
done
