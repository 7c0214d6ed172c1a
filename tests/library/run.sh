#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The installed library, used as a program's author would: run.sh <case> <prefix> <folder to work in>
# Exit status 77: skipped. The examples are copied first; they must work outside of the repository.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
examples=$here/../../examples/library
case=$1 prefix=$2 work=$3
llvm_bin=$(llvm-config-22 --bindir)
clang=$llvm_bin/clang
linker=$prefix/bin/llvm-bitcode-linker
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

rm -rf "$work"
mkdir -p "$work"
cp -r "$examples" "$work/example"
cd "$work/example"

build_example() { # <target>...
  cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_STANDARD=20 >log || fail "$(cat log)"
  cmake --build build --target "$@" >log || fail "$(cat log)"
}

bitcode() { # <triple> <source>...
  local source
  for source in "${@:2}"; do
    "$clang" --target="$1" -O1 -emit-llvm -c "$source" -o "${source%.c}.$1.bc"
  done
}

# What the command makes of the scale kernel.
command_links_scale() {
  bitcode nvptx64-nvidia-cuda scale.c scaled.c
  "$linker" -O3 --target-cpu sm_80 scale.nvptx64-nvidia-cuda.bc scaled.nvptx64-nvidia-cuda.bc -o expected.ptx
}

case $case in
headers) # The C header is C11 and C++20, the C++ ones stand alone; no warning anywhere.
  echo '#include <llbc.h>' >c.c
  for compiler in gcc "$clang"; do
    "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Wstrict-prototypes -Werror -I"$prefix/include" -fsyntax-only c.c
    "$compiler" -std=c++20 -x c++ -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only c.c
  done
  for header in "$prefix"/include/llbc/*.h; do
    echo "#include <llbc/$(basename "$header")>" >cxx.cpp
    for compiler in g++ "$clang"; do
      "$compiler" -std=c++20 -x c++ -Wall -Wextra -Werror -isystem "$(llvm-config-22 --includedir)" \
        -I"$prefix/include" -fsyntax-only cxx.cpp
    done
  done
  ;;
symbols) # The shared library shows the functions of llbc.h, all of them, and nothing else.
  grep -o '\bllbc_[a-z_]*(' "$prefix/include/llbc.h" | tr -d '(' | sort -u >declared
  nm -D --defined-only --format=just-symbols "$prefix/lib/libllbc.so" | sort -u >exported
  diff declared exported || fail "the header and the library differ"
  ;;
buffers)
  build_example buffers
  command_links_scale
  build/buffers sm_80 scale.nvptx64-nvidia-cuda.bc scaled.nvptx64-nvidia-cuda.bc >actual.ptx
  cmp expected.ptx actual.ptx
  ;;
c)
  build_example link link-static
  command_links_scale
  for program in link link-static; do
    build/$program -O3 --target-cpu sm_80 scale.nvptx64-nvidia-cuda.bc scaled.nvptx64-nvidia-cuda.bc -o actual.ptx
    cmp expected.ptx actual.ptx
    rm actual.ptx
    status=0
    build/$program scale.nvptx64-nvidia-cuda.bc -o actual.ptx 2>messages || status=$?
    [[ $status -eq 1 && ! -e actual.ptx ]] || fail "$program: status $status for an undefined symbol"
    grep -q '^error: undefined symbol: scaled$' messages || fail "$program said $(cat messages)"
    status=0
    build/$program --no-such-option 2>messages || status=$?
    [[ $status -eq 2 ]] || fail "$program: status $status for an unknown option"
  done
  ;;
jit)
  build_example jit
  bitcode x86_64-unknown-linux-gnu power.c
  for exponent in 0 1 5; do
    build/jit power.x86_64-unknown-linux-gnu.bc $exponent
  done
  ;;
rust)
  # shellcheck source-path=SCRIPTDIR source=../../scripts/debian-rust.sh
  source "$here/../../scripts/debian-rust.sh"
  use_debian_rust
  cd rust
  cargo run --quiet --offline | tee log
  grep -q '1000 sums right on the host device' log
  ;;
beside) # A program with another LLVM, its own options and handlers.
  read -rd '' -a flags < <(llvm-config-22 --cxxflags --ldflags --libs && pkg-config --cflags --libs llbc) || true
  g++ -std=c++20 "$here/beside.cpp" -w "${flags[@]}" -Wl,-rpath,"$prefix/lib" -o beside
  ./beside -host-option=kept
  ;;
*) fail "no case $case" ;;
esac
