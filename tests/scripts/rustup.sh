#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# llvm-bitcode-linker-rustup: with it, cargo links for NVIDIA with the tool though neither PATH nor a configuration names
# it; what a toolchain had is kept and comes back; a toolchain with a newer LLVM is refused.
#
#   rustup.sh <llvm-bitcode-linker> <folder>
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
script=$root/scripts/llvm-bitcode-linker-rustup
export LLBC=$1
folder=$2
# shellcheck source-path=SCRIPTDIR source=../../scripts/debian-rust.sh
source "$root/scripts/debian-rust.sh"
use_debian_rust || exit 77

fail() {
  echo "FAIL: $*" >&2
  exit 1
}

# A toolchain of its own: Debian's, with a folder for programs that can be written to.
real=$(/usr/bin/rustc --print sysroot)
host=$(/usr/bin/rustc -vV | sed -n 's/^host: //p')
toolchain=$folder/toolchain
bin=$toolchain/lib/rustlib/$host/bin
rm -rf "$folder"
mkdir -p "$toolchain/bin" "$bin"
for file in "$real"/lib/rustlib/* "$real/lib/rustlib/$host"/*; do
  link=$toolchain/${file#"$real"/}
  [[ -e $link ]] || ln -s "$file" "$link"
done
cat >"$toolchain/bin/rustc" <<END
#!/bin/sh
exec /usr/bin/rustc --sysroot "$toolchain" "\$@"
END
chmod +x "$toolchain/bin/rustc"

build() {
  rm -rf "$folder/target"
  (cd "$root/examples/vecadd" && env -u LLBC RUSTC="$toolchain/bin/rustc" CARGO_TARGET_DIR="$folder/target" \
    PATH=/usr/bin:/bin cargo build --release --offline --quiet -Zbuild-std=core "${vendored[@]}") >"$folder/log" 2>&1
}

[[ -z $(PATH=/usr/bin:/bin command -v llvm-bitcode-linker) ]] || exit 77
if build; then fail "there was a linker before it was installed"; fi
[[ $("$script" status "$toolchain") == *"has no linker of its own"* ]] || fail "status before"

"$script" install "$toolchain"
[[ $("$script" status "$toolchain") == *"uses $(readlink -f "$LLBC")"* ]] || fail "status after"
build || fail "cargo: $(cat "$folder/log")"
grep -q '^\.visible \.entry vecadd' "$folder"/target/nvptx64-nvidia-cuda/release/vecadd.ptx || fail "no kernel"
# Once more changes nothing.
"$script" install "$toolchain" >/dev/null
"$script" remove "$toolchain"
[[ ! -e $bin/llvm-bitcode-linker ]] || fail "not removed"
if "$script" remove "$toolchain" 2>"$folder/log"; then fail "removed twice"; fi
grep -q "does not use this linker" "$folder/log" || fail "words of the second removal"

# What was there comes back.
echo "another linker" >"$bin/llvm-bitcode-linker"
"$script" install "$toolchain" >/dev/null
[[ -L $bin/llvm-bitcode-linker ]] || fail "not replaced"
"$script" remove "$toolchain" >/dev/null
grep -q "another linker" "$bin/llvm-bitcode-linker" || fail "not put back"
rm "$bin/llvm-bitcode-linker"

# A newer LLVM.
cat >"$toolchain/bin/rustc" <<END
#!/bin/sh
if [ "\$1" = -vV ]; then printf 'host: $host\nrelease: 9.99.0\nLLVM version: 99.1.0\n'; else echo "$toolchain"; fi
END
if "$script" install "$toolchain" 2>"$folder/log"; then fail "installed for a newer LLVM"; fi
grep -q "LLVM 99 or later is needed" "$folder/log" || fail "words for a newer LLVM"
[[ ! -e $bin/llvm-bitcode-linker ]] || fail "installed nevertheless"
echo "all right"
