#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the tool, links the example crates, shows what came out, and runs a kernel from a host program: on the GPU if
# there is one. Installs what that needs, but for NVIDIA's driver and toolkit.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

scripts/setup.sh gpu
cmake --preset release >/dev/null
cmake --build --preset release --target llvm-bitcode-linker
source scripts/debian-rust.sh
use_debian_rust

echo
echo "== cargo build --release of examples/vecadd, with this linker first in PATH"
export PATH=$root/build/release/bin:$PATH CARGO_TARGET_DIR=$root/build/demo
cd examples/vecadd
cargo build --release --offline -Zbuild-std=core "${vendored[@]}"
ptx=$CARGO_TARGET_DIR/nvptx64-nvidia-cuda/release/vecadd.ptx

echo
echo "== ${ptx#"$root"/}: $(wc -c <"$ptx") bytes, $(grep -c '^\.visible \.entry' "$ptx") kernels"
grep -E '^\.(version|target)' "$ptx"
grep -oE '^\.visible \.entry [A-Za-z0-9_$]+' "$ptx"

ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
echo
if "$ptxas" --version >/dev/null 2>&1; then
  echo "== ptxas takes it (as sm_75: newer CUDA Toolkits know nothing older)"
  lifted=$CARGO_TARGET_DIR/vecadd.sm_75.ptx
  sed 's/^\.version 6\.0/.version 6.3/; s/^\.target sm_70/.target sm_75/' "$ptx" >"$lifted"
  "$ptxas" -v -arch=sm_75 "$lifted" -o /dev/null 2>&1 | grep -E 'entry function|registers'
else
  echo "skipped: ptxas (CUDA Toolkit) was not found, so the PTX was not assembled"
fi

echo
echo "== cargo rustc --release --crate-type rlib of examples/amdgpu-vecadd, then this linker on the rlibs"
cd ../amdgpu-vecadd
rlibs=$CARGO_TARGET_DIR/amdgcn-amd-amdhsa/release/deps
rm -f "$rlibs"/libvecadd-*.rlib
# Debian's rustc cannot link for this target itself: it panics. rustup's can; see docs/cargo.md.
cargo rustc --release --offline "${vendored[@]}" --crate-type rlib
elf=${rlibs%/deps}/vecadd.elf
llvm-bitcode-linker "$rlibs"/*.rlib -O3 -o "$elf"

echo
echo "== ${elf#"$root"/}: $(wc -c <"$elf") bytes"
llvm=/usr/lib/llvm-22/bin
"$llvm/llvm-readelf" -h "$elf" | grep -E 'Machine|Flags'
echo "its kernels, and the descriptors by which a runtime finds them:"
"$llvm/llvm-nm" --dynamic --format=just-symbols "$elf"

echo
echo "== one host object from examples/offload-vecadd, in a host program in C"
cd ../offload-vecadd
export CARGO_TARGET_DIR=$root/build/demo/offload-vecadd
# An NVIDIA GPU counts if its driver answers and ptxas can make its code: libomptarget loads no PTX.
capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1) || capability=
arch=x86-64
target=x86_64-unknown-linux-gnu
if [[ ! $capability =~ ^[0-9]+\.[0-9]+$ || $(PATH=$PATH:/sbin ldconfig -p) != *libcuda.so.1* ]]; then
  echo "no NVIDIA GPU here: it will run on the offload runtime's host device"
elif ! "$ptxas" --version >/dev/null 2>&1; then
  echo "an NVIDIA GPU, but no ptxas (CUDA Toolkit) here: it will run on the offload runtime's host device"
else
  echo "an NVIDIA GPU of compute capability $capability: it will run there"
  arch=sm_${capability/./}
  target=nvptx64-nvidia-cuda
fi
rlibs=$CARGO_TARGET_DIR/$target/release/deps
rm -f "$rlibs"/liboffload_vecadd-*.rlib
cargo build --release --offline "${vendored[@]}" --target "$target"
program=$CARGO_TARGET_DIR/vecadd
llvm-bitcode-linker "$rlibs"/*.rlib --offload-arch "$arch" \
  --openmp-kernels=adapt --export-symbol vecadd -O3 --ptxas "$ptxas" --emit=host-obj -o "$program.host.o"
gcc -O2 -Wl,--gc-sections main.c "$program.host.o" -L/usr/lib/llvm-22/lib -lomptarget \
  -Wl,-rpath,/usr/lib/llvm-22/lib -o "$program"
# MANDATORY: without a device that takes the image, the program fails.
OMP_TARGET_OFFLOAD=MANDATORY "$program"
