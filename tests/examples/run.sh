#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# An example of the gallery, as its reader uses it: copied out of the repository, with the tool in PATH, and built and
# run by the commands of its README.
#
#   LLBC=<llvm-bitcode-linker> tests/examples/run.sh <example>    exit status 77: skipped
#
# LLBC_EXAMPLES_CACHE names the folder that keeps the built core of Rust (default: build/examples).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
gallery=$here/../../examples
LLBC=$(realpath "${LLBC:?names the linker under test}")
cache=$(realpath -m "${LLBC_EXAMPLES_CACHE:-$here/../../build/examples}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/tmp"
ln -s "$LLBC" "$work/bin/llvm-bitcode-linker"
cp -r "$gallery/$1" "$work/example"
# What cargo left in the repository is not part of the example.
rm -rf "$work"/example/{,*/}target
cd "$work/example"

if [[ -e Cargo.toml ]]; then
  # shellcheck source-path=SCRIPTDIR source=../../scripts/debian-rust.sh
  source "$here/../../scripts/debian-rust.sh"
  use_debian_rust || exit 77
  # Debian's packages in place of the network, so that README's commands are those for rustup's nightly.
  mkdir "$work/cargo"
  printf '%s\n' '[net]' 'offline = true' '[source.crates-io]' 'replace-with = "vendored"' '[source.vendored]' \
    "directory = '$(rustc --print sysroot)/lib/rustlib/src/rust/library/vendor'" >"$work/cargo/config.toml"
  export CARGO_HOME=$work/cargo
  unset CARGO_TARGET_DIR
  # What cargo builds is kept, as core takes it a while; but for the example's own rlibs, as README's commands link all
  # that are there. Other flags are another folder for the same reason.
  if [[ -e build.rs ]]; then flags=build.rs; else flags=.cargo/config.toml; fi
  target=$cache/rust-$(rustc --version | cut -d' ' -f2)/$1-$(cksum <$flags | cut -d' ' -f1)
  mkdir -p "$target"
  find "$target" -name '*.rlib' ! -name 'libcore-*' ! -name 'libcompiler_builtins-*' -delete
  if [[ -e build.rs ]]; then export KERNELS_TARGET_DIR=$target; else ln -s "$target" target; fi
fi

# The linker's forgotten files become visible here.
export TMPDIR=$work/tmp
PATH=$work/bin:$PATH python3 "$here/readme.py" README.md
[[ -z $(ls -A "$TMPDIR") ]] || {
  echo "FAILED: left in the folder of temporary files: $(ls "$TMPDIR")" >&2
  exit 1
}
