# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2034
# Sourced by what builds Rust crates for a GPU with Debian's packages alone.

# Puts Debian's rustc and cargo first, and sets `vendored`: the cargo options by which -Zbuild-std finds core's own
# dependencies without a network. Says what is missing and returns 1.
use_debian_rust() {
  if [[ ! -x /usr/bin/rustc || ! -x /usr/bin/cargo ]]; then
    echo "skipped: Debian's rustc-web and cargo-web are not installed"
    return 1
  fi
  local library
  library=$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library
  if [[ ! -d $library/vendor ]]; then
    echo "skipped: Debian's rust-web-src is not installed"
    return 1
  fi
  # rustup's programs may come first in PATH.
  export PATH=/usr/bin:$PATH RUSTC_BOOTSTRAP=1
  unset RUSTFLAGS RUSTC RUSTC_WRAPPER
  vendored=(
    --config 'source.crates-io.replace-with="vendored"'
    --config "source.vendored.directory='$library/vendor'"
  )
}
