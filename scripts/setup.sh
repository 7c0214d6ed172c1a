#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian 12 packages that a purpose needs: setup.sh build|cross|rust|test|package|judge|bench|gpu|format
# What is installed already costs no network access.
set -euo pipefail

build=(cmake g++ lld-22 liblld-22-dev llvm-22 llvm-22-dev llvm-22-tools ninja-build
       libzstd-dev python3 zlib1g-dev)
rust=(cargo-web rust-web-src rustc-web)
format=(clang-22 clang-format-22 clang-tidy-22)
judge=(catch2 clang-22 csmith libcsmith-dev libeigen3-dev libfmt-dev nlohmann-json3-dev python3)

case ${1:-} in
build)  packages=("${build[@]}") ;;
cross)  packages=("${build[@]}" clang-22 qemu-user-static) ;;
rust)   packages=("${build[@]}" "${rust[@]}") ;;
test)   packages=("${build[@]}" "${rust[@]}" "${format[@]}" "${judge[@]}" clang-tools-22 fish
                 git groff-base libamd-comgr-dev liboffload-22-dev libomp5-19 make pkg-config rocm-device-libs util-linux zsh) ;;
package) packages=("${build[@]}" dpkg-dev lintian zstd) ;;
judge)  packages=("${build[@]}" "${judge[@]}") ;;
bench)  packages=("${build[@]}" "${rust[@]}" clang-tools-22 python3) ;;
gpu)    packages=("${build[@]}" "${rust[@]}" gcc liboffload-22-dev libomp5-19) ;;
format) packages=("${build[@]}" "${format[@]}") ;;
*) echo "usage: $0 build|cross|rust|test|package|judge|bench|gpu|format" >&2; exit 2 ;;
esac

missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == *" installed" ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

as_root=()
if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
echo "installing: ${missing[*]}"
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
  "${missing[@]}" >/dev/null
