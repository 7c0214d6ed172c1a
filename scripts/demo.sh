#!/usr/bin/env bash
# Builds the tool, links the example crate through cargo, and shows what came out. Installs what that needs.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

scripts/setup.sh rust
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
