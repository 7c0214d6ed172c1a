#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the packages, in build/packages: a .deb for this Debian from the release build, and from the portable build an
# archive for any Linux. lintian judges the first; the second is compared with what `cmake --install` makes.
#
#   scripts/package.sh
#   MAINTAINER="<name> <<address>>" scripts/package.sh     whom the .deb names (default: the last commit's author)
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh package

packages=$PWD/build/packages
rm -rf "$packages"
mkdir -p "$packages"
maintainer=${MAINTAINER:-$(git log -1 --format='%an <%ae>')}
# Dates in the packages are the last commit's, so that they can be made again.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

pack() { # <preset> <generator>
  cmake --preset "$1" -DLLBC_MAINTAINER="$maintainer" >/dev/null
  cmake --build --preset "$1"
  (cd "build/$1" && cpack -G "$2" -B "$packages")
}

pack release DEB
for package in "$packages"/*.deb; do
  lintian --allow-root --fail-on error "$package"
  dpkg-deb --field "$package" Package Version Installed-Size Depends
done

pack portable TZST
archive=("$packages"/*.tar.zst)
rm -rf "$packages/installed"
cmake --install build/portable --prefix "$packages/installed" --strip >/dev/null
diff <(cd "$packages/installed" && find . ! -type d | sort) \
  <(tar --zstd -tf "${archive[0]}" | grep -v '/$' | sed 's,^[^/]*,.,' | sort)
for part in llvm lld libstdc++ zlib zstd glibc; do
  [[ -s $packages/installed/share/doc/llvm-bitcode-linker/licences/$part ]] || {
    echo "$0: the licence of $part is missing" >&2
    exit 1
  }
done
rm -rf "$packages/installed" "$packages/_CPack_Packages"
ls -l "$packages"
