#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fetches the sources of zlib and zstd from Debian, by apt and with lists of its own: fetch.sh <folder>
set -euo pipefail
mkdir -p "$1"
cd "$1"
[[ -d zlib && -d zstd ]] && exit 0
mkdir -p apt/parts apt/lists/partial apt/cache/archives/partial
cat >apt/parts/sources.sources <<END
Types: deb-src
URIs: http://deb.debian.org/debian
Suites: bookworm
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
options=(-qq -o Dir::Etc::sourcelist=none -o "Dir::Etc::sourceparts=$PWD/apt/parts"
         -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache" -o APT::Sandbox::User=)
apt-get "${options[@]}" update
for package in zlib libzstd; do
  apt-get "${options[@]}" source --download-only "$package"
  archive=$(find . -maxdepth 1 -name "${package}_*.orig.tar.*" -not -name '*.asc')
  name=${package#lib}
  rm -rf "$name.part"
  mkdir "$name.part"
  tar -xf "$archive" -C "$name.part" --strip-components=1
  mv "$name.part" "$name"
done
