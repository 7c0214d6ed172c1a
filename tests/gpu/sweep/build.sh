#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the sweep: real Rust over core, alloc and Debian's crates, computed on a GPU and on the CPU.
#
#   build.sh <llvm-bitcode-linker> <folder>     no GPU needed
#   <folder>/link.sh <llvm-bitcode-linker>      links each kernel at every level, for sm_75 and sm_90; build.sh does it
#   <folder>/sweep <folder>/expected.txt <folder>/sm_*/*.ptx      runs all; no compiler needed, NVIDIA's driver is
#
# The crate is built once and each kernel with what it reaches becomes a module of its own: the driver needs minutes to
# compile them together.
# Needs librust-{adler,arrayvec,either,fnv,hex,itertools,itoa,memchr,num-integer,ryu,semver,siphasher,smallvec}-dev.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
llbc=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
# shellcheck source-path=SCRIPTDIR source=../../../scripts/debian-rust.sh
source "$here/../../../scripts/debian-rust.sh"
use_debian_rust

# Cargo takes crates from one folder: Debian's and those that core and alloc need.
crates=$folder/crates
rm -rf "$crates" "$folder/crate"
mkdir -p "$crates"
ln -s "$(rustc --print sysroot)"/lib/rustlib/src/rust/library/vendor/* /usr/share/cargo/registry/* "$crates" 2>/dev/null || true
offline=(--offline --config 'source.crates-io.replace-with="debian"' --config "source.debian.directory='$crates'")
cp -r "$here" "$folder/crate"
cd "$folder/crate"
export CARGO_HOME=$folder/home
unset CARGO_ENCODED_RUSTFLAGS

CARGO_TARGET_DIR=${SWEEP_TARGET_DIR:-$folder/target} cargo run --quiet --release "${offline[@]}" --bin expected >"$folder/expected.txt"
CARGO_TARGET_DIR=${SWEEP_TARGET_DIR:-$folder/target} CARGO_ENCODED_RUSTFLAGS="-Clinker=$llbc"$'\x1f'-Ctarget-cpu=sm_75 \
  cargo rustc --quiet --release "${offline[@]}" --lib -Zbuild-std=core,alloc --target nvptx64-nvidia-cuda -- \
  "-Clink-arg=--emit=asm,llvm-bc=$folder/sweep.bc" -Clink-arg=-O0

llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
mkdir -p "$folder/kernels"
while read -r kernel _; do
  "$llvm/opt" -passes=internalize,globaldce "-internalize-public-api-list=$kernel" "$folder/sweep.bc" -o "$folder/kernels/$kernel.bc"
done <"$folder/expected.txt"
gcc -O2 -Wall -Wextra "$here/sweep.c" -o "$folder/sweep" -ldl
cp "$here/link.sh" "$folder"
"$folder/link.sh" "$llbc"
