#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the portable program for aarch64 on an x86-64 machine, in a sysroot of Debian's arm64 packages, and tries it
# under qemu, which emulates the processor. The example kernels are linked in a root that has busybox, qemu and nothing
# of x86-64, for NVIDIA and for AMD, and the bytes are compared with those that the program for x86-64 makes here.
# A fourth of the behaviour tests follows.
#
#   sudo scripts/aarch64.sh                    needs mmdebstrap and root
#   LLBC=<program> LLBC_AARCH64=<program> sudo -E scripts/aarch64.sh     tries these programs instead
#   LIT_SHARDS=1 sudo -E scripts/aarch64.sh                              runs all behaviour tests
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source-path=SCRIPTDIR source=roots.sh
source scripts/roots.sh
# shellcheck source-path=SCRIPTDIR source=portable-links.sh
source scripts/portable-links.sh
folder=${AARCH64_DIR:-/var/tmp/llvm-bitcode-linker-aarch64}
sysroot=$PWD/build/sysroot-aarch64
scripts/setup.sh cross

if [[ -z ${LLBC_AARCH64-} ]]; then
  if [[ ! -d $sysroot ]]; then make_sysroot arm64 bookworm "$sysroot"; fi
  cmake --preset aarch64 >/dev/null
  cmake --build --preset aarch64
  LLBC_AARCH64=build/aarch64/bin/llvm-bitcode-linker
fi
if [[ -z ${LLBC-} ]]; then
  cmake --preset portable >/dev/null
  cmake --build --preset portable
  LLBC=build/portable/bin/llvm-bitcode-linker
fi
check_portable "$LLBC_AARCH64"

links=$folder/links
root=$folder/root
make_links "$links"
make_musl_root "$root"
cp -r "$links" "$root/links"
cp "$LLBC_AARCH64" "$root/links/llvm-bitcode-linker"
cp "$(command -v qemu-aarch64-static)" "$root/bin/qemu-aarch64"
in_root "$root" env EMULATOR=qemu-aarch64 sh /links/all /links there
cp "$LLBC" "$links/llvm-bitcode-linker"
sh "$links/all" "$links" here
diff -r "$links/here" "$root/links/there"
diff <(exports "$links/here-x86") <(exports "$root/links/there-x86")
echo "== aarch64: $(find "$root/links/there" -type f | wc -l) files, the same bytes as here"

rm -rf --one-file-system "$root"

# The behaviour tests, on this machine, with a linker that the emulator runs.
tests=$folder/lit
mkdir -p "$tests/bin"
cat >"$tests/bin/llvm-bitcode-linker" <<EOF
#!/bin/sh
exec $(command -v qemu-aarch64-static) -0 "\$0" $(realpath "$LLBC_AARCH64") "\$@"
EOF
chmod +x "$tests/bin/llvm-bitcode-linker"
cat >"$tests/lit.site.cfg.py" <<EOF
config.llbc = "$tests/bin/llvm-bitcode-linker"
config.llbc_machine = "aarch64"
config.llbc_build_dir = "$tests/out"
config.llvm_tools_dir = "$llvm"
lit_config.load_config(config, "$PWD/tests/lit/lit.cfg.py")
EOF
"$llvm/lit" --num-shards "${LIT_SHARDS:-4}" --run-shard 1 "$tests"
