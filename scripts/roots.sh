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
  local source
  source=$(apt_source)
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

# Of Debian's packages for another processor, what a build takes: nothing of it is configured, and nothing runs.
make_sysroot() { # <architecture> <suite> <folder>
  rm -rf "$3" "$3.part"
  mkdir -p "${3%/*}"
  mmdebstrap --quiet --variant=extract --mode=root --arch="$1" \
    --include=llvm-22-dev,liblld-22-dev,libstdc++-12-dev,libzstd-dev,zlib1g-dev "$2" "$3.part" "$(apt_source)"
  # Links such as libm.so's say where they lead on the machine itself.
  local link
  find "$3.part" -type l -lname '/*' | while read -r link; do ln -sfnr "$3.part$(readlink "$link")" "$link"; done
  mv "$3.part" "$3"
}

# A root with musl and busybox alone.
make_musl_root() { # <folder>
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

# This machine's list of Debian's packages, or nothing.
apt_source() {
  local source
  for source in /etc/apt/sources.list /etc/apt/sources.list.d/debian.{sources,list}; do
    if [[ -s $source ]]; then
      echo "$source"
      return
    fi
  done
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
