#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Follows README on a machine that has nothing: a minimal Debian 12 made here, with a clean clone of the last commit.
#
#   sudo scripts/fresh.sh [demo|test|build]...     without a name all three, each in a root of its own
#
# Of this machine only apt's sources and how they are reached are shared. Needs mmdebstrap and root. The roots are in
# FRESH_DIR (default: /var/tmp/llvm-bitcode-linker-fresh) and are removed when all is well.
set -euo pipefail
cd "$(dirname "$0")/.."
repository=$PWD
folder=${FRESH_DIR:-/var/tmp/llvm-bitcode-linker-fresh}

if [[ $# -eq 0 ]]; then set -- build demo test; fi
# shellcheck source-path=SCRIPTDIR source=roots.sh
source scripts/roots.sh

# The first block of commands under a heading of README.
readme_commands() { # <heading>
  awk -v heading="## $1" '
    $0 == heading { inside = 1; next }
    inside && /^```sh$/ { block = 1; next }
    block && /^```$/ { exit }
    block { print }' README.md
}

commands_for() { # <purpose>
  case $1 in
  demo) readme_commands "Try it" | grep demo.sh ;;
  test) readme_commands "Try it" | grep test.sh ;;
  build)
    readme_commands Build
    echo "llvm-bitcode-linker --version"
    ;;
  *)
    echo "usage: $0 [demo|test|build]..." >&2
    exit 2
    ;;
  esac
}

run_in_root() { # <root> <purpose>
  git clone --quiet --no-local "$repository" "$1/root/llvm-bitcode-linker"
  {
    echo 'set -euo pipefail; cd; cd llvm-bitcode-linker; sudo() { "$@"; }'
    commands_for "$2"
  } >"$1/root/commands"
  in_root "$1" bash /root/commands
}

for purpose; do
  commands_for "$purpose" >/dev/null
done
mkdir -p "$folder"
for purpose; do
  root=$folder/$purpose
  make_root bookworm "$root"
  begin=$SECONDS
  echo "== $purpose, in a minimal Debian 12"
  commands_for "$purpose" | sed 's/^/   /'
  if ! run_in_root "$root" "$purpose"; then
    echo "== $purpose failed; the root is in $root" >&2
    exit 1
  fi
  echo "== $purpose: all right after $((SECONDS - begin)) s"
  rm -rf --one-file-system "$root"
done
