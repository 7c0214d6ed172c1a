#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compares this tool with the pipeline it replaces, with clang-nvlink-wrapper and with ld.lld: time, memory, registers.
#
#   scripts/bench.sh [-n <runs>] [workload]...
#   workloads: release dev archive files kernels many, amdgpu-small amdgpu-script amdgpu-core
#
# LLBC names the tool (default: the release build's), BENCH_DIR the folder for inputs, kept between calls.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" bench
# shellcheck source-path=SCRIPTDIR source=debian-rust.sh
source "$root/scripts/debian-rust.sh"
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
tool=$(realpath "${LLBC:-$root/build/release/bin/llvm-bitcode-linker}")
bench=$(realpath -m "${BENCH_DIR:-$root/build/bench}")
runs=5
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)

while getopts n: option; do
  case $option in
    n) runs=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
workloads=("$@")
[[ $# -gt 0 ]] || workloads=(release dev archive files kernels many amdgpu-small amdgpu-script amdgpu-core)
[[ -x $tool ]] || {
  echo "$tool is not built: cmake --preset release && cmake --build --preset release" >&2
  exit 1
}

# A workload's inputs are a folder with the lists objects, archives, exports and options, one item a line.

capture_rust() { # <workload> <crate> <profile>
  local folder=$bench/$1
  [[ ! -e $folder/complete ]] || return 0
  (
    cd "$2"
    export CAPTURE_DIR=$folder CARGO_TARGET_DIR=$bench/target RUSTFLAGS=-Ctarget-cpu=sm_80
    # cargo must not take an older build for this one.
    rm -rf "$CARGO_TARGET_DIR"/*/*/.fingerprint/{vecadd,kernels}-*
    cargo rustc "${vendored[@]}" --offline --quiet -Zbuild-std=core --target nvptx64-nvidia-cuda --profile "$3" -- \
      -Clinker="$root/scripts/bench/capture-linker"
  )
  prepare_for_nvlink_wrapper "$folder"
  touch "$folder/complete"
}

# The kernels crate with 648 kernels.
capture_many() {
  local crate=$bench/many-crate
  rm -rf "$crate"
  mkdir -p "$bench"
  cp -r "$root/scripts/bench/kernels" "$crate"
  "$root/scripts/bench/many.py" "$root/scripts/bench/kernels/src/lib.rs" 648 >"$crate/src/lib.rs"
  capture_rust many "$crate" release
}

# clang-nvlink-wrapper is given the best that it can take: only bitcode, no ThinLTO summaries (with them it optimises
# each module alone, and crashes at -O0), all but kernels hidden (it keeps what is not).
prepare_for_nvlink_wrapper() { # <workload's folder>
  rm -rf "$1/nvlink"
  mkdir -p "$1/nvlink/objects" "$1/nvlink/members"
  local file archive
  while read -r file; do
    hide_symbols "$file" "$1/nvlink/objects/${file##*/}"
  done <"$1/objects"
  while read -r archive; do
    "$llvm/llvm-ar" t "$archive" | grep '\.o$' | while read -r file; do
      "$llvm/llvm-ar" p "$archive" "$file" | hide_symbols - "$1/nvlink/members/$file"
    done
  done <"$1/archives"
  "$llvm/llvm-ar" rcs "$1/nvlink/members.a" "$1"/nvlink/members/*
}

hide_symbols() { # <bitcode> <output>
  local linkage='((weak|linkonce|weak_odr|linkonce_odr|available_externally|common) )?(dso_local )?'
  "$llvm/llvm-dis" "$1" -o - | sed -E \
    -e '/^\^/d' \
    -e "/^define [^@]*(internal|private|hidden|protected|ptx_kernel) /!s/^define $linkage/&hidden /" \
    -e "/^@[^=]* = ([a-z_]+ )?(private|internal|external|hidden) |^@llvm\./!s/^@[^=]* = $linkage/&hidden /" |
    "$llvm/llvm-as" -o "$2"
}

generate_modules() {
  local folder=$bench/modules
  [[ ! -e $folder/complete ]] || return 0
  rm -rf "$folder" "$bench/archive" "$bench/files"
  mkdir -p "$folder"
  "$root/scripts/bench/modules.py" "$folder"
  # shellcheck disable=SC2016
  find "$folder" -name '*.ll' -print0 | xargs -0 -P2 -n50 sh -c 'for f; do "$0" "$f" -o "${f%.ll}.bc"; done' "$llvm/llvm-as"
  rm "$folder"/*.ll
  touch "$folder/complete"
}

modules_workload() { # archive | files
  local folder=$bench/$1
  generate_modules
  mkdir -p "$folder/nvlink"
  ls "$bench"/modules/*.bc >"$folder/objects"
  : >"$folder/archives"
  if [[ $1 == archive ]]; then
    [[ -e $folder/nvlink/members.a ]] ||
      grep -v /kernel.bc "$folder/objects" | xargs "$llvm/llvm-ar" rcs "$folder/nvlink/members.a"
    echo "$folder/nvlink/members.a" >"$folder/archives"
    echo "$bench/modules/kernel.bc" >"$folder/objects"
  fi
  echo kernel >"$folder/exports"
  printf '%s\n' --target nvptx64-nvidia-cuda --target-cpu sm_80 -O3 >"$folder/options"
}

# One script for each tool and workload: what is measured can be read and repeated.
write_commands() { # <workload>
  local folder=$bench/$1 objects archives exports options level cpu
  mapfile -t objects <"$folder/objects"
  mapfile -t archives <"$folder/archives"
  mapfile -t exports <"$folder/exports"
  mapfile -t options <"$folder/options"
  local nvlink_inputs=("${objects[@]}" "${archives[@]}")
  [[ ! -d $folder/nvlink/objects ]] || nvlink_inputs=("$folder"/nvlink/objects/* "$folder/nvlink/members.a")
  level=$(grep '^-O' "$folder/options")
  cpu=$(grep '^sm_' "$folder/options")

  {
    echo '#!/bin/sh -e'
    quote "$tool" "${exports[@]/#/--export-symbol=}" "${objects[@]}" "${archives[@]}" "${options[@]}" \
      -o "$folder/this.ptx"
  } >"$folder/this.sh"
  # One thread, where a program is large enough for more.
  rm -f "$folder/this-j1.sh"
  [[ $1 != many ]] || sed 's/this\.ptx/this-j1.ptx -j1/' "$folder/this.sh" >"$folder/this-j1.sh"
  {
    echo '#!/bin/sh -e'
    quote "$llvm/llvm-link" --ignore-non-bitcode "${objects[@]}" "${archives[@]}" -o "$folder/linked.bc"
    quote "$llvm/opt" "$folder/linked.bc" -o "$folder/optimized.bc" \
      --internalize-public-api-file="$folder/exports" --passes="default<${level#-}>,internalize,globaldce"
    quote "$llvm/llc" --mcpu "$cpu" "$folder/optimized.bc" -o "$folder/reference.ptx"
  } >"$folder/reference.sh"
  # Its own -O0 pipeline drops nothing, and fails in the back end for code of core that no kernel reaches.
  local nvlink_passes=()
  [[ $level != -O0 ]] || nvlink_passes=(--lto-newpm-passes=globaldce)
  {
    echo '#!/bin/sh -e'
    quote "$llvm/clang-nvlink-wrapper" --arch="$cpu" --plugin-opt=mcpu="$cpu" --lto-emit-asm \
      --plugin-opt="${level#-}" "${nvlink_passes[@]}" "${nvlink_inputs[@]}" -o "$folder/nvlink-wrapper.ptx"
  } >"$folder/nvlink-wrapper.sh"
}

# AMD: this tool is called as ld.lld is, with the same options and inputs.
amdgpu_options=(-shared -plugin-opt=O3 -plugin-opt=mcpu=gfx90a)

amdgpu_small() {
  local folder=$bench/amdgpu-small
  mkdir -p "$folder"
  "$llvm/llvm-as" "$root/scripts/bench/amdgpu.ll" -o "$folder/amdgpu.bc"
  write_version_script "$folder" vecadd count dot
  write_amdgpu_commands "$folder" --gc-sections --version-script="$folder/list" "$folder/amdgpu.bc"
}

# Nothing refers to the kernels in their rlib, and ld.lld cannot take it whole, as lib.rmeta is no object: so -u.
amdgpu_rlibs() { # amdgpu-script | amdgpu-core
  local folder=$bench/$1 kernels=(vecadd normalize_rows histogram reduce print_number shared_kernel)
  build_amdgpu_rlibs
  local inputs=("${kernels[@]/#/--undefined=}" "$bench"/amdgpu-rlibs/*.rlib)
  mkdir -p "$folder"
  if [[ $1 == amdgpu-script ]]; then
    # ld.lld's best case: it may drop what the script does not name.
    write_version_script "$folder" "${kernels[@]}"
    write_amdgpu_commands "$folder" --gc-sections --version-script="$folder/list" "${inputs[@]}"
  else
    # Without a script ld.lld keeps every function of the members of core that join; hipcc's option makes it keep less.
    write_amdgpu_commands "$folder" "${inputs[@]}"
    write_command "$folder" ld.lld-hip "$llvm/ld.lld" "${amdgpu_options[@]}" \
      -plugin-opt=-amdgpu-internalize-symbols "${inputs[@]}"
  fi
}

build_amdgpu_rlibs() {
  local folder=$bench/amdgpu-rlibs build=$bench/amdgpu-build target=amdgcn-amd-amdhsa
  [[ ! -e $folder/complete ]] || return 0
  rm -rf "$folder" "$build"
  cp -r "$root/tests/rust/amdgpu" "$build"
  (
    cd "$build"
    RUSTFLAGS="-Ctarget-cpu=gfx90a -Clinker-plugin-lto -Cembed-bitcode=yes" CARGO_TARGET_DIR=$build/target \
      cargo build "${vendored[@]}" --offline --quiet -Zbuild-std=core -Zbuild-std-features=compiler-builtins-mem \
      --target $target --release
  )
  mkdir -p "$folder"
  cp "$build/target/$target/release"/deps/lib*.rlib "$folder"
  rm -r "$build"
  touch "$folder/complete"
}

write_version_script() { # <workload's folder> <kernel>...
  { printf '{ global: '; printf '%s; ' "${@:2}"; echo 'local: *; };'; } >"$1/list"
}

write_amdgpu_commands() { # <workload's folder> <argument>...
  write_command "$1" this "$tool" -flavor gnu "${amdgpu_options[@]}" "${@:2}"
  write_command "$1" ld.lld "$llvm/ld.lld" "${amdgpu_options[@]}" "${@:2}"
}

write_command() { # <workload's folder> <tool> <word>...
  { echo '#!/bin/sh -e'; quote "${@:3}" -o "$1/$2.elf"; } >"$1/$2.sh"
}

quote() { # <word>...
  printf '%q ' "$@"
  echo
}

tools=(this this-j1)
if [[ -x $llvm/llvm-link && -x $llvm/opt && -x $llvm/llc ]]; then
  tools+=(reference)
else
  echo "skipped: the reference pipeline, as package llvm-22 is not installed"
fi
if [[ -x $llvm/clang-nvlink-wrapper ]]; then
  tools+=(nvlink-wrapper)
else
  echo "skipped: clang-nvlink-wrapper, as package clang-tools-22 is not installed"
fi
if [[ -x $llvm/ld.lld ]]; then
  tools+=(ld.lld ld.lld-hip)
else
  echo "skipped: ld.lld, as package lld-22 is not installed"
fi

measured=()
with_ptx=()
for workload in "${workloads[@]}"; do
  case $workload in
    release) inputs=(capture_rust release "$root/examples/vecadd" release) ;;
    dev) inputs=(capture_rust dev "$root/examples/vecadd" dev) ;;
    kernels) inputs=(capture_rust kernels "$root/scripts/bench/kernels" release) ;;
    many) inputs=(capture_many) ;;
    archive | files) inputs=(modules_workload "$workload") ;;
    amdgpu-small) inputs=(amdgpu_small) ;;
    amdgpu-script | amdgpu-core) inputs=(amdgpu_rlibs "$workload") ;;
    *)
      echo "no workload $workload" >&2
      exit 2
      ;;
  esac
  [[ ${inputs[0]} != capture_* && ${inputs[0]} != amdgpu_rlibs ]] || use_debian_rust || continue
  "${inputs[@]}"
  measured+=("$bench/$workload")
  [[ $workload != amdgpu-* ]] || continue
  write_commands "$workload"
  with_ptx+=("$bench/$workload")
done
[[ ${#measured[@]} -gt 0 ]] || exit 0

LLVM_BIN=$llvm "$root/scripts/bench/measure.py" -n "$runs" --tools "${tools[@]}" -- "${measured[@]}"
[[ ${#with_ptx[@]} -gt 0 ]] || exit 0
if ! "$ptxas" --version &>/dev/null; then
  echo "skipped: registers, as ptxas is not found"
else
  echo
  "$root/scripts/bench/registers.py" "$ptxas" "${with_ptx[@]}"
fi
