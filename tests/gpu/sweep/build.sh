#!/usr/bin/env bash
# Makes the sweep: real Rust over core, alloc and Debian's crates, computed on a GPU and on the CPU.
#
#   build.sh <llvm-bitcode-linker> <folder>     <folder>/sweep, expected.txt and *.ptx; no GPU needed
#   <folder>/sweep <folder>/expected.txt <folder>/*.ptx    runs it; no compiler needed, NVIDIA's driver is
#
# One crate, built once, is linked at every level, for sm_75 and sm_90; the driver compiles both for the GPU at hand.
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

for processor in sm_75 sm_90; do
  for level in 0 1 2 3 s z; do
    "$llbc" "$folder/sweep.bc" --target-cpu "$processor" "-O$level" -o "$folder/sweep-$processor-O$level.ptx"
  done
done
gcc -O2 -Wall -Wextra "$here/sweep.c" -o "$folder/sweep" -ldl
