#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# End-to-end tests: real crates, built by rustc and cargo, linked by the tool under test.
#
#   LLBC=<llvm-bitcode-linker> tests/rust/run.sh <case>...    exit status 77: skipped
#   tests/rust/run.sh --list
#
# LLBC_RUST_CACHE names the folder that keeps the built core (default: build/rust), LLVM_BIN the one of LLVM's tools.
# The cases are in nvptx.sh, amdgpu.sh and allocator.sh; what they share is here.
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

need_debian_rust() {
  use_debian_rust || exit 77
  cache=$cache/$(rustc --version | cut -d' ' -f2)
  # A user's cargo settings must not count.
  export CARGO_HOME=$cache/home
  mkdir -p "$cache"
}

need_toolchain() { # <toolchain of rustup>
  command -v rustup >/dev/null || skip "rustup is not installed"
  rustup toolchain list 2>/dev/null | grep -q "^$1" || skip "rustup has no $1 toolchain"
}

encode_rustflags() {
  local IFS=$'\x1f'
  export CARGO_ENCODED_RUSTFLAGS="$*"
}

# dev's files lie in a folder called debug.
profile_folder() { echo "${1/dev/debug}"; }

# Building core takes half a minute, so it is done once a name, and installed in $sysroot as rustup installs it.
# What cargo takes from the environment is the caller's to set: where it builds ($CARGO_TARGET_DIR), core's features.
prebuild_core() { # <name> <profile> <flags for rustc>...
  sysroot=$cache/sysroot-$1
  local profile=$2 libraries=$sysroot/lib/rustlib/$target/lib
  (
    flock 9
    [[ ! -e $sysroot/complete ]] || exit 0
    rm -rf "$sysroot" "$sysroot.crate"
    cp -r "$here/prebuilt" "$sysroot.crate"
    cd "$sysroot.crate"
    encode_rustflags "${@:3}"
    cargo build "${vendored[@]}" --offline --quiet -Zbuild-std=core,alloc --target "$target" --profile "$profile"
    mkdir -p "$libraries"
    cp "$CARGO_TARGET_DIR/$target/$(profile_folder "$profile")"/deps/lib{core,alloc,compiler_builtins}-*.rlib \
      "$libraries"
    touch "$sysroot/complete"
  ) 9>"$sysroot.lock"
}

use_crate() { # <folder>
  cp -r "$1" "$work/crate"
  cd "$work/crate"
}

run_cargo() { # <arguments>...
  cargo "$@" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "cargo $*"
  }
}

# shellcheck source-path=SCRIPTDIR source=nvptx.sh
source "$here/nvptx.sh"
# shellcheck source-path=SCRIPTDIR source=amdgpu.sh
source "$here/amdgpu.sh"
# shellcheck source-path=SCRIPTDIR source=allocator.sh
source "$here/allocator.sh"

run_case() { # <case>
  [[ $(type -t "case_$1") == function ]] || fail "no case $1; --list names them"
  work=$cache/cases/$1
  rm -rf "$work"
  mkdir -p "$work/tmp"
  # The linker's forgotten files become visible here.
  export TMPDIR=$work/tmp
  flags=()
  case $1 in
    amdgpu_*) target=amdgcn-amd-amdhsa ;;
    *) target=nvptx64-nvidia-cuda ;;
  esac
  [[ $1 == *nocore_* ]] || need_debian_rust
  "case_$1"
  # LLBC_KEEP=1 keeps what the cases make.
  [[ -n ${LLBC_KEEP-} ]] || rm -rf "$work"
}

if [[ ${1-} == --list ]]; then
  compgen -A function | sed -n 's/^case_//p'
  exit
fi
[[ $# -gt 0 ]] || fail "usage: $0 <case>... | --list"
LLBC=$(realpath "${LLBC:?names the linker under test}")
cache=$(realpath -m "${LLBC_RUST_CACHE:-$here/../../build/rust}")
for name in "$@"; do
  (run_case "$name")
done
