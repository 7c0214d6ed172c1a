# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: the cases for AMD's GPUs.
#
# With a real core: cargo makes bitcode rlibs, which the tool is given on its own command line, as Debian's rustc cannot
# link a cdylib for this target. Without core: rustup's rustc calls the tool.

export LLVM_BIN=${LLVM_BIN:-/usr/lib/llvm-22/bin}
amdgpu_kernels=(vecadd normalize_rows histogram reduce print_number shared_kernel)

# Bitcode is for one processor, so each has a core of its own; dev and release share it, as with rustup's.
# Both flags are needed to get bitcode; nothing but core's own memcpy and memcmp is there to link with.
use_amdgpu_core() { # <processor> <profile>
  amdgpu_flags=(-Ctarget-cpu="$1" -Clinker-plugin-lto -Cembed-bitcode=yes)
  CARGO_TARGET_DIR=$cache/target-$1-$2 CARGO_UNSTABLE_BUILD_STD_FEATURES=compiler-builtins-mem \
    prebuild_core "$1-$2" "$2" "${amdgpu_flags[@]}"
  rm -rf "$cache/target-$1-$2"
}

# The array `flags` holds more flags for rustc.
build_rlibs() { # <processor> <profile> <profile of core>
  use_amdgpu_core "$1" "$3"
  use_crate "$here/amdgpu"
  encode_rustflags --sysroot "$sysroot" "${amdgpu_flags[@]}" "${flags[@]}"
  export CARGO_TARGET_DIR=$work/target
  run_cargo build --offline --target "$target" --profile "$2"
  local libraries=$sysroot/lib/rustlib/$target/lib
  rlibs=("$CARGO_TARGET_DIR/$target/$(profile_folder "$2")"/deps/lib{kernels,shared}-*.rlib
    "$libraries"/lib{core,compiler_builtins}-*.rlib)
}

# Success is silent, and leaves nothing but the output.
link_rlibs() { # <processor> <options>...
  rm -rf "$work/out"
  mkdir "$work/out"
  "$LLBC" --target "$target" --target-cpu "$1" "${rlibs[@]}" "${@:2}" -o "$work/out/k.elf" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "the link, with ${*:2}"
  }
  [[ ! -s $work/log ]] || fail "the linker said: $(cat "$work/log")"
  [[ -z $(ls -A "$TMPDIR") && $(ls "$work/out") == k.elf ]] || fail "side files: $(ls "$TMPDIR" "$work/out")"
}

check_elf() { # <elf> --processor <name> --kernels <name>...
  python3 "$here/check_elf.py" "$@" || fail "$1 is not as it must be"
}

check_rlibs() { # <processor> <more for check_elf>...
  check_elf "$work/out/k.elf" --processor "$1" --kernels "${amdgpu_kernels[@]}" "${@:2}"
}

link_for() { # <processor> <profile>
  build_rlibs "$1" "$2" release
  local level
  for level in 0 3; do
    link_rlibs "$1" -O$level
    check_rlibs "$1"
  done
}

# --- cases -------------------------------------------------------------------

case_amdgpu_gfx90a_release() { link_for gfx90a release; }
case_amdgpu_gfx90a_dev() { link_for gfx90a dev; }
case_amdgpu_gfx942_release() { link_for gfx942 release; }
case_amdgpu_gfx942_dev() { link_for gfx942 dev; }
case_amdgpu_gfx1100_release() { link_for gfx1100 release; }
case_amdgpu_gfx1100_dev() { link_for gfx1100 dev; }
case_amdgpu_gfx1201_release() { link_for gfx1201 release; }
case_amdgpu_gfx1201_dev() { link_for gfx1201 dev; }

# core itself as cargo builds it for the dev profile: unoptimised, in many codegen units, with debug information.
case_amdgpu_dev_core() {
  build_rlibs gfx90a dev dev
  link_rlibs gfx90a -O0
  check_rlibs gfx90a
  link_rlibs gfx90a -O0 --debug
  check_rlibs gfx90a --debug kernels/src/lib.rs --debug shared/src/lib.rs --debug core/src/fmt/mod.rs
}

# As with rustup's core: the user's crates have debug information, core has none.
case_amdgpu_debug() {
  build_rlibs gfx90a dev release
  local level
  for level in 0 3; do
    link_rlibs gfx90a -O$level --debug=full
    check_rlibs gfx90a --debug kernels/src/lib.rs --debug shared/src/lib.rs
  done
}

case_amdgpu_lines() {
  export CARGO_PROFILE_RELEASE_DEBUG=line-tables-only
  build_rlibs gfx1100 release release
  link_rlibs gfx1100 -O3 --debug
  check_rlibs gfx1100 --debug kernels/src/lib.rs --debug shared/src/lib.rs
}

case_amdgpu_export_symbol() {
  build_rlibs gfx90a release release
  link_rlibs gfx90a -O3 --export-symbol triple
  check_rlibs gfx90a --exports triple
}

# What rustc makes by itself: objects of machine code that hold their bitcode as well.
case_amdgpu_objects_with_bitcode() {
  flags=(-Clinker-plugin-lto=no)
  build_rlibs gfx90a release release
  link_rlibs gfx90a -O3
  check_rlibs gfx90a
}

# The order of libraries says nothing.
case_amdgpu_reversed_libraries() {
  build_rlibs gfx90a release release
  local reversed=() library
  for library in "${rlibs[@]}"; do
    reversed=("$library" "${reversed[@]}")
  done
  rlibs=("${reversed[@]}")
  link_rlibs gfx90a -O3
  check_rlibs gfx90a
}

# Debug information names the folder of the sources, not that of the link.
case_amdgpu_same_bytes() {
  export CARGO_PROFILE_RELEASE_DEBUG=true
  build_rlibs gfx90a release release
  link_rlibs gfx90a -O3 --debug=full
  mv "$work/out/k.elf" "$work/first.elf"
  mkdir "$work/elsewhere"
  cp "${rlibs[@]}" "$work/elsewhere"
  rlibs=("${rlibs[@]/#*\//$work/elsewhere/}")
  link_rlibs gfx90a -O3 --debug=full
  cmp "$work/first.elf" "$work/out/k.elf"
}

case_amdgpu_mixed_processors() {
  use_amdgpu_core gfx1100 release
  local other=$sysroot/lib/rustlib/$target/lib
  build_rlibs gfx90a release release
  rlibs=("${rlibs[@]:0:2}" "$other"/lib{core,compiler_builtins}-*.rlib)
  if (link_rlibs gfx90a -O3) &>"$work/refusal"; then
    fail "kernels for gfx90a were linked with a core for gfx1100"
  fi
  # Where rustc's names depend on the processor, nothing of that core is found at all.
  grep -Eq 'disagree about the processor|undefined symbol' "$work/log" || fail "no message: $(cat "$work/log")"
  [[ ! -e $work/out/k.elf ]] || fail "a failed link left its output"
}

# --- without core ------------------------------------------------------------

# rustc tells by the linker's name how to call it; all three are the tool under test.
#   rust-lld               -flavor gnu, ld.lld's options
#   ld.lld                 ld.lld's options
#   llvm-bitcode-linker    --export-symbol, as for NVIDIA's GPUs
use_linker_name() { # <name>
  mkdir -p "$work/bin"
  linker=$work/bin/$1
  ln -sf "$LLBC" "$linker"
}

rustc_nightly() { # <arguments for rustc>...
  rustup run nightly rustc --target "$target" -Ctarget-cpu=gfx90a -Dwarnings -Dlinker_messages -Clinker="$linker" \
    -L "$work/out" --out-dir "$work/out" "$@"
}

link_alone() { # <arguments for rustc>...
  rm -rf "$work/out"
  rustc_nightly --crate-type cdylib "$@" "$here/nocore/amdgpu_dep.rs"
  [[ $(ls "$work/out") == amdgpu_dep.elf ]] || fail "side files: $(ls "$work/out")"
}

check_alone() { # <more for check_elf>...
  check_elf "$work/out/amdgpu_dep.elf" --processor gfx90a --kernels swap store "$@"
}

link_with_dependency() { # <arguments for rustc>...
  rm -rf "$work/out"
  rustc_nightly --crate-type rlib "$@" "$here/nocore/amdgpu_dep.rs"
  rustc_nightly --crate-type cdylib "$@" "$here/nocore/amdgpu.rs"
}

check_with_dependency() { # <more for check_elf>...
  check_elf "$work/out/amdgpu.elf" --processor gfx90a --kernels swap store copy "$@"
}

nocore_amdgpu() { # <name of the linker> <arguments for rustc>...
  need_toolchain nightly
  use_linker_name "$1"
  local level
  for level in 0 3 z; do
    link_alone -Copt-level=$level "${@:2}"
    check_alone
  done
  link_alone -O -g "${@:2}"
  check_alone --debug nocore/amdgpu_dep.rs
  link_with_dependency -O "${@:2}"
  check_with_dependency
  # Nothing but its kernels is needed of the dependency.
  link_with_dependency -O --cfg unrelated "${@:2}"
  check_with_dependency
}

# rustc's own LTO leaves an ELF object to link.
case_amdgpu_nocore_object_rust_lld() { nocore_amdgpu rust-lld; }
case_amdgpu_nocore_object_ld_lld() { nocore_amdgpu ld.lld; }
case_amdgpu_nocore_object_llbc() { nocore_amdgpu llvm-bitcode-linker; }
case_amdgpu_nocore_bitcode_rust_lld() { nocore_amdgpu rust-lld -Clinker-plugin-lto; }
case_amdgpu_nocore_bitcode_ld_lld() { nocore_amdgpu ld.lld -Clinker-plugin-lto; }
case_amdgpu_nocore_bitcode_llbc() { nocore_amdgpu llvm-bitcode-linker -Clinker-plugin-lto; }

# Only to ld.lld does rustc say what to strip.
nocore_strip() { # <arguments for rustc>...
  need_toolchain nightly
  use_linker_name rust-lld
  link_alone -O -g -Cstrip=debuginfo "$@"
  check_alone
  link_alone -O -g -Cstrip=symbols "$@"
  check_alone
  ! "$LLVM_BIN/llvm-readelf" --sections "$work/out/amdgpu_dep.elf" | grep -F .symtab || fail "symbols were kept"
}

case_amdgpu_nocore_strip_object() { nocore_strip; }
case_amdgpu_nocore_strip_bitcode() { nocore_strip -Clinker-plugin-lto; }

# rustc merges functions of the same body, so that two of these kernels are aliases of the third.
case_amdgpu_nocore_twins() {
  need_toolchain nightly
  local name
  for name in rust-lld llvm-bitcode-linker; do
    use_linker_name "$name"
    link_with_dependency -O -Clinker-plugin-lto --cfg twins
    check_elf "$work/out/amdgpu.elf" --processor gfx90a --kernels swap store copy swap_twin swap_triplet
  done
}

# In an ELF object such an alias has no descriptor: rustc's own linker stops there.
case_amdgpu_nocore_twins_object() {
  need_toolchain nightly
  local name
  for name in rust-lld llvm-bitcode-linker; do
    use_linker_name "$name"
    link_with_dependency -O --cfg twins
    check_elf "$work/out/amdgpu.elf" --processor gfx90a --kernels swap store copy swap_twin swap_triplet
  done
}

# Stands in for rustc's linker: keeps the inputs and the command line, which ld.lld is given afterwards.
write_keeping_linker() {
  linker=$work/linker
  mkdir "$work/kept"
  cat >"$linker" <<END
#!/usr/bin/env bash
set -euo pipefail
for argument; do
  case \$argument in
    --version-script=*)
      cp "\${argument#*=}" '$work/kept/list'
      argument=--version-script='$work/kept/list'
      ;;
    *.o)
      cp "\$argument" '$work/kept'
      argument='$work/kept/'\${argument##*/}
      ;;
  esac
  printf '%s\n' "\$argument" >>'$work/kept/arguments'
done
exec '$LLBC' "\$@"
END
  chmod +x "$linker"
}

case_amdgpu_nocore_same_as_lld() {
  need_toolchain nightly
  [[ -x $LLVM_BIN/lld ]] || skip "LLVM's lld is not installed"
  local arguments
  write_keeping_linker
  link_with_dependency -O
  mapfile -t arguments <"$work/kept/arguments"
  "$LLVM_BIN/lld" "${arguments[@]}" -o "$work/reference.elf"
  check_with_dependency --same-as "$work/reference.elf"
}
