#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the portable program and tries it on machines that have nothing: minimal roots of Debian 11, 12 and 13, and one
# with musl and busybox in place of a C library and its programs. In each the example kernels are linked, for NVIDIA and
# for AMD, and the bytes are compared with those that the program makes here.
#
#   sudo scripts/portable.sh                   needs mmdebstrap and root
#   LLBC=<program> sudo -E scripts/portable.sh     tries that program instead
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=roots.sh
source scripts/roots.sh
folder=${PORTABLE_DIR:-/var/tmp/llvm-bitcode-linker-portable}
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}

if [[ -z ${LLBC-} ]]; then
  scripts/setup.sh build
  cmake --preset portable >/dev/null
  cmake --build --preset portable
  LLBC=build/portable/bin/llvm-bitcode-linker
fi
bytes=$(stat -c %s "$LLBC")
echo "== $LLBC: $bytes bytes"
# ld.so's words for a program that needs none.
if "$llvm/llvm-readelf" --dynamic --program-headers "$LLBC" | grep -E 'NEEDED|INTERP'; then
  echo "$0: the program is not static" >&2
  exit 1
fi
((bytes <= 80000000)) || {
  echo "$0: more than 80 MB" >&2
  exit 1
}

# The examples' crates, each with what it takes of core.
scripts/setup.sh rust
# shellcheck source-path=SCRIPTDIR source=debian-rust.sh
source scripts/debian-rust.sh
use_debian_rust
links=$folder/links
rm -rf "$links"
rlibs() { # <example> <target>
  (cd "examples/$1" && CARGO_TARGET_DIR=$folder/cargo/$1 cargo rustc --release --offline --quiet "${vendored[@]}" \
    -Zbuild-std=core --target "$2" --lib --crate-type rlib)
  mkdir -p "$links/$2"
  cp "$folder/cargo/$1/$2"/release/deps/*.rlib "$links/$2/"
}
rlibs vecadd nvptx64-nvidia-cuda
rlibs amdgpu-vecadd amdgcn-amd-amdhsa
rlibs offload-vecadd x86_64-unknown-linux-gnu
cp "$LLBC" "$links/llvm-bitcode-linker"
cat >"$links/all" <<'EOF'
cd "$1" || exit 1
mkdir -p "$2" "$2-x86"
link() { ./llvm-bitcode-linker "$@" -O3 || exit 1; }
link nvptx64-nvidia-cuda/*.rlib -o "$2/vecadd.ptx"
link nvptx64-nvidia-cuda/*.rlib --target-cpu sm_90 --emit=llvm-bc -o "$2/vecadd.bc"
link amdgcn-amd-amdhsa/*.rlib -o "$2/vecadd.elf"
link x86_64-unknown-linux-gnu/*.rlib --export-symbol vecadd -o "$2-x86/vecadd.so"
link nvptx64-nvidia-cuda/*.rlib --offload-arch sm_80,sm_90 --offload-kind raw \
  --emit=host-obj -o "$2/vecadd.host.o"
EOF
sh "$links/all" "$links" here

symbols() { # <folder>
  "$llvm/llvm-nm" --dynamic --defined-only "$1/vecadd.so"
}

musl_root() { # <folder>
  rm -rf "$1"
  mkdir -p "$1/packages" "$1/bin"
  # apt's own user could not write there.
  (cd "$1/packages" && apt-get -o APT::Sandbox::User=root download -qq busybox-static musl)
  for package in "$1"/packages/*.deb; do dpkg-deb -x "$package" "$1"; done
  rm -rf "$1/packages"
  local program
  for program in sh mkdir env; do ln -sf busybox "$1/bin/$program"; done
  mkdir -p "$1/usr/bin"
  ln -sf /bin/busybox "$1/usr/bin/env"
}

for root in bullseye bookworm trixie musl; do
  if [[ $root == musl ]]; then musl_root "$folder/$root"; else make_root "$root" "$folder/$root"; fi
  rm -rf "$folder/$root/links"
  cp -r "$links" "$folder/$root/links"
  rm -rf "$folder/$root/links/"here*
  in_root "$folder/$root" sh /links/all /links there
  diff -r "$links/here" "$folder/$root/links/there"
  diff <(symbols "$links/here-x86") <(symbols "$folder/$root/links/there-x86")
  echo "== $root: $(find "$folder/$root/links/there" -type f | wc -l) files, the same bytes as here"
  rm -rf --one-file-system "${folder:?}/$root"
done
