# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash
# Sourced by what tries the tool on machines that have nothing: minimal roots of Debian, made on the spot.

if [[ $(id -u) -ne 0 ]]; then
  echo "$0: only root can make a root; use sudo" >&2
  exit 1
fi
if ! command -v mmdebstrap >/dev/null; then
  echo "$0: mmdebstrap is missing: apt-get install mmdebstrap" >&2
  exit 1
fi

# A root with Debian's essential packages and apt. Of this machine only apt's sources, if it is of the same release, and
# how they are reached are shared.
make_root() { # <suite> <folder>
  local source=
  for source in /etc/apt/sources.list /etc/apt/sources.list.d/debian.{sources,list} ""; do
    if [[ -s $source ]]; then break; fi
  done
  rm -rf "$2"
  if [[ -n $source ]] && grep -q "\b$1\b" "$source"; then
    mmdebstrap --quiet --variant=minbase --mode=root "$1" "$2" "$source"
    rm -rf "$2"/etc/apt/sources.list "$2"/etc/apt/sources.list.d/*
    cp "$source" "$2/etc/apt/${source#/etc/apt/}"
  else
    mmdebstrap --quiet --variant=minbase --mode=root "$1" "$2" ${source:+"$(debian_mirror "$source")"}
  fi
  # Proxies and the like.
  apt-config dump | grep '^Acquire::' | grep -v '^Acquire::IndexTargets\|^Acquire::Languages\|""' \
    >"$2/etc/apt/apt.conf.d/90acquire" || true
  if [[ -d /etc/apt/auth.conf.d ]]; then cp -r /etc/apt/auth.conf.d "$2/etc/apt/"; fi
}

debian_mirror() { # <apt's source file>
  grep -v '^#' "$1" | grep -oE 'https?://[^ ]+' | head -n 1
}

# Runs a command in a root with mounts and processes of its own: nothing is left when it ends.
in_root() { # <root> <command>...
  unshare --mount --pid --fork --kill-child bash -c '
    mount --make-rprivate / && cd "$1" && mkdir -p proc dev tmp root &&
    mount -t proc proc proc && mount --rbind /dev dev && mount -t tmpfs tmpfs tmp &&
    exec chroot "$1" "${@:2}"' _ "$1" \
    /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:2}" </dev/null
}
