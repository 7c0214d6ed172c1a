#!/usr/bin/env bash
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
suite=bookworm

if [[ $# -eq 0 ]]; then set -- build demo test; fi
if [[ $(id -u) -ne 0 ]]; then
  echo "$0: only root can make a root; use sudo" >&2
  exit 1
fi
if ! command -v mmdebstrap >/dev/null; then
  echo "$0: mmdebstrap is missing: apt-get install mmdebstrap" >&2
  exit 1
fi

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

make_root() { # <folder>
  local sources=(/etc/apt/sources.list /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list.d/debian.list)
  local source
  for source in "${sources[@]}"; do
    if [[ ! -s $source ]]; then source=; continue; fi
    break
  done
  rm -rf "$1"
  # Quiet unless it fails.
  mmdebstrap --quiet --variant=minbase --mode=root "$suite" "$1" ${source:+"$source"}
  if [[ -n $source ]]; then
    rm -rf "$1"/etc/apt/sources.list "$1"/etc/apt/sources.list.d/*
    cp "$source" "$1/etc/apt/${source#/etc/apt/}"
  fi
  # Proxies and the like.
  apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets\|^Acquire::Languages\|""' \
    >"$1/etc/apt/apt.conf.d/90acquire" || true
  if [[ -d /etc/apt/auth.conf.d ]]; then cp -r /etc/apt/auth.conf.d "$1/etc/apt/"; fi
}

run_in_root() { # <root> <purpose>
  git clone --quiet --no-local "$repository" "$1/root/llvm-bitcode-linker"
  {
    echo 'set -euo pipefail; cd; cd llvm-bitcode-linker; sudo() { "$@"; }'
    commands_for "$2"
  } >"$1/root/commands"
  # Its own mounts and processes: nothing is left when it ends.
  unshare --mount --pid --fork --kill-child bash -c '
    mount --make-rprivate / &&
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp" &&
    exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      bash /root/commands' _ "$1" </dev/null
}

for purpose; do
  commands_for "$purpose" >/dev/null
done
mkdir -p "$folder"
for purpose; do
  root=$folder/$purpose
  make_root "$root"
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
