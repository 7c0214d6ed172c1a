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
# shellcheck source-path=SCRIPTDIR source=portable-links.sh
source scripts/portable-links.sh
folder=${PORTABLE_DIR:-/var/tmp/llvm-bitcode-linker-portable}

if [[ -z ${LLBC-} ]]; then
  scripts/setup.sh build
  cmake --preset portable >/dev/null
  cmake --build --preset portable
  LLBC=build/portable/bin/llvm-bitcode-linker
fi
check_portable "$LLBC"

links=$folder/links
make_links "$links"
cp "$LLBC" "$links/llvm-bitcode-linker"
sh "$links/all" "$links" here

for root in bullseye bookworm trixie musl; do
  if [[ $root == musl ]]; then make_musl_root "$folder/$root"; else make_root "$root" "$folder/$root"; fi
  rm -rf "$folder/$root/links"
  cp -r "$links" "$folder/$root/links"
  rm -rf "$folder/$root/links/"here*
  in_root "$folder/$root" sh /links/all /links there
  diff -r "$links/here" "$folder/$root/links/there"
  diff <(exports "$links/here-x86") <(exports "$folder/$root/links/there-x86")
  echo "== $root: $(find "$folder/$root/links/there" -type f | wc -l) files, the same bytes as here"
  rm -rf --one-file-system "${folder:?}/$root"
done
