# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Sourced by what tries the portable program elsewhere: what it must be, and the links of the example kernels that have
# the same bytes everywhere.

llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}

# One static file of at most 80 MB, or the script ends.
check_portable() { # <program>
  local bytes
  bytes=$(stat -c %s "$1")
  echo "== $1: $bytes bytes"
  # ld.so's words for a program that needs none.
  if "$llvm/llvm-readelf" --dynamic --program-headers "$1" | grep -E 'NEEDED|INTERP'; then
    echo "$0: the program is not static" >&2
    exit 1
  fi
  ((bytes <= 80000000)) || {
    echo "$0: more than 80 MB" >&2
    exit 1
  }
}

# Fills a folder with the examples' crates, each with what it takes of core, and with the script `all`, which links them:
# sh all <the folder> <folder for the outputs, in it>. EMULATOR, if set, runs the linker there.
make_links() { # <folder>
  scripts/setup.sh rust
  # shellcheck source-path=SCRIPTDIR source=debian-rust.sh
  source scripts/debian-rust.sh
  use_debian_rust
  rm -rf "$1"
  local example target
  while read -r example target; do
    (cd "examples/$example" && CARGO_TARGET_DIR=${1%/*}/cargo/$example cargo rustc --release --offline --quiet \
      "${vendored[@]}" -Zbuild-std=core --target "$target" --lib --crate-type rlib)
    mkdir -p "$1/$target"
    cp "${1%/*}/cargo/$example/$target"/release/deps/*.rlib "$1/$target/"
  done <<'EXAMPLES'
vecadd nvptx64-nvidia-cuda
amdgpu-vecadd amdgcn-amd-amdhsa
offload-vecadd x86_64-unknown-linux-gnu
EXAMPLES
  cat >"$1/all" <<'LINKS'
cd "$1" || exit 1
mkdir -p "$2" "$2-x86"
link() { ${EMULATOR-} ./llvm-bitcode-linker "$@" -O3 || exit 1; }
link nvptx64-nvidia-cuda/*.rlib -o "$2/vecadd.ptx"
link nvptx64-nvidia-cuda/*.rlib --target-cpu sm_90 --emit=llvm-bc -o "$2/vecadd.bc"
link amdgcn-amd-amdhsa/*.rlib -o "$2/vecadd.elf"
link amdgcn-amd-amdhsa/*.rlib --offload-arch gfx90a,gfx1100 -o "$2/vecadd.offload"
link x86_64-unknown-linux-gnu/*.rlib --export-symbol vecadd -o "$2-x86/vecadd.so"
for host in x86_64 aarch64; do
  link nvptx64-nvidia-cuda/*.rlib --offload-arch sm_80,sm_90 --offload-kind raw \
    --host-target $host-unknown-linux-gnu --emit=host-obj -o "$2/vecadd.$host.host.o"
  link amdgcn-amd-amdhsa/*.rlib --offload-arch gfx90a,gfx1100 --offload-kind hip \
    --host-target $host-unknown-linux-gnu --emit=hip-bundle,host-obj,host-bc -o "$2/vecadd-hip-$host"
done
LINKS
}

# Which libraries an x86-64 image names depends on where it was linked; what it exports does not.
exports() { # <folder>
  "$llvm/llvm-nm" --dynamic --defined-only "$1/vecadd.so"
}
