# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: the cases for NVIDIA's GPUs, which rustc links with llvm-bitcode-linker by itself.

example_kernels=(vecadd saxpy normalize_rows histogram reduce)

use_prebuilt_core() { # <profile>
  CARGO_TARGET_DIR=$cache/target prebuild_core "$1" "$1" -Ctarget-cpu=sm_70
}

# Builds the crate in the current folder; the array `flags` holds more flags for rustc.
build() { # <profile> <cargo arguments>...
  local profile=$1
  shift
  use_prebuilt_core "$profile"
  # What the linker prints makes the build fail.
  encode_rustflags --sysroot "$sysroot" -Dlinker_messages -Clinker="$LLBC" -Ctarget-cpu=sm_70 "${flags[@]}"
  export CARGO_TARGET_DIR=$work/target
  out=$CARGO_TARGET_DIR/$target/$(profile_folder "$profile")
  run_cargo build --offline --target $target --profile "$profile" "$@"
  check_side_files
}

check_side_files() {
  local found
  found=$(find "$out" "$out/deps" "$work/crate" "$TMPDIR" -maxdepth 1 -type f \
    ! -name '*.ptx' ! -name '*.d' ! -name '*.rlib' ! -name '*.rmeta' ! -name '.cargo-*' ! -name 'Cargo.*' \
    ! -name README.md)
  [[ -z $found ]] || fail "side files: $found"
}

check() { # <ptx> --kernels <name>... --visible <name>... --contains <regex>
  python3 "$here/check_ptx.py" "$@" || fail "$1 is not as it must be"
}

build_example() { # <profile> <cargo arguments>...
  use_crate "$here/../../examples/vecadd"
  build "$@"
}

check_example() { # <more for check>...
  check "$out/vecadd.ptx" --kernels "${example_kernels[@]}" "$@"
}

case_cdylib_release() {
  build_example release
  check_example --contains '^\.target sm_70$'
}

case_cdylib_dev() {
  build_example dev
  check_example --contains '^\.target sm_70'
}

case_opt_level_s() {
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=s
  build_example release
  check_example
}

case_opt_level_z() {
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=z
  build_example release
  check_example
}

case_opt_level_1() {
  export CARGO_PROFILE_DEV_OPT_LEVEL=1
  build_example dev
  check_example
}

case_lto_fat() {
  export CARGO_PROFILE_RELEASE_LTO=fat
  build_example release
  check_example
}

case_lto_thin() {
  export CARGO_PROFILE_RELEASE_LTO=thin
  build_example release
  check_example
}

# Lines must not cost optimisation, which ptxas gives up for `.target ..., debug`.
case_release_with_lines() {
  export CARGO_PROFILE_RELEASE_DEBUG=true
  build_example release
  check_example --contains '^\.target sm_70$' --contains '^\s*\.loc\s'
}

has_ptxas() {
  ptxas --version >/dev/null 2>&1 || /usr/local/cuda/bin/ptxas --version >/dev/null 2>&1
}

# The same machine code with and without lines, by ptxas.
case_lines_cost_no_speed() {
  has_ptxas || skip "ptxas not found"
  export CARGO_PROFILE_RELEASE_DEBUG=true
  local level
  for level in none lines; do
    flags=(-Ctarget-cpu=sm_80 "-Clink-arg=--debug=$level" "-Clink-arg=--emit=asm,cubin=$work/$level.cubin")
    build_example release
  done
  check_example --contains '^\s*\.loc\s'
  python3 "$here/../lit/tools/same_code_size.py" "$LLVM_BIN/llvm-readelf" "$work/none.cubin" "$work/lines.cubin" >/dev/null ||
    fail "the code differs"
}

# libdevice's functions take the place of compiler_builtins' own, which compute in software.
math_crate() { # <profile>
  [[ -e ${CUDA_HOME:-/usr/local/cuda}/nvvm/libdevice/libdevice.10.bc ]] || skip "libdevice not found"
  use_crate "$here/math"
  build "$1"
  check "$out/math.ptx" --kernels single double --contains '^\s*fma\.rn\.f32\s' --contains '__internal_accurate_pow'
  ! grep -E 'compiler_builtins4math|reflect' "$out/math.ptx" || fail "software mathematics is left"
}

case_math_release() { math_crate release; }
case_math_dev() { math_crate dev; }

case_sm_70_ptx70() {
  flags=(-Ctarget-feature=+ptx70)
  build_example release
  check_example --contains '^\.version 7\.0$' --contains '^\.target sm_70$'
}

case_dev_ptx70_has_lines() {
  flags=(-Ctarget-feature=+ptx70)
  build_example dev
  check_example --contains '^\s*\.file\s.*lib\.rs' --contains '^\s*\.loc\s'
}

case_sm_80() {
  flags=(-Ctarget-cpu=sm_80)
  build_example release
  check_example --contains '^\.target sm_80$'
}

case_sm_90() {
  flags=(-Ctarget-cpu=sm_90)
  build_example release
  check_example --contains '^\.target sm_90$'
}

case_sm_120() {
  flags=(-Ctarget-cpu=sm_120)
  build_example release
  check_example --contains '^\.target sm_120$'
}

case_bin_release() {
  use_crate "$here/bin"
  build release
  check "$out/main_program.ptx" --kernels reverse count_ones
}

case_bin_dev() {
  use_crate "$here/bin"
  build dev
  check "$out/main_program.ptx" --kernels reverse count_ones
}

case_workspace_cdylib() {
  use_crate "$here/workspace"
  build release --package app --lib
  check "$out/app.ptx" --kernels app_kernel dep_kernel --visible dep_triple DEP_COUNTER
}

case_workspace_cdylib_dev() {
  use_crate "$here/workspace"
  build dev --package app --lib
  check "$out/app.ptx" --kernels app_kernel dep_kernel --visible dep_triple DEP_COUNTER
}

# A bin exports nothing, so only kernels are visible.
case_workspace_bin() {
  use_crate "$here/workspace"
  build release --package app --bin program
  check "$out/program.ptx" --kernels program_kernel dep_kernel
}

case_alloc_release() {
  use_crate "$here/alloc"
  build release
  check "$out/alloc_user.ptx" --kernels sort_copy boxed_call text_length
}

case_alloc_dev() {
  use_crate "$here/alloc"
  build dev
  check "$out/alloc_user.ptx" --kernels sort_copy boxed_call text_length
}

case_format_release() {
  use_crate "$here/format"
  build release
  check "$out/format_user.ptx" --kernels print_point parse_number
}

case_format_dev() {
  use_crate "$here/format"
  build dev
  check "$out/format_user.ptx" --kernels print_point parse_number
}

case_linker_in_path() {
  mkdir "$work/bin"
  ln -s "$LLBC" "$work/bin/llvm-bitcode-linker"
  PATH=$work/bin:$PATH
  use_crate "$here/../../examples/vecadd"
  use_prebuilt_core release
  encode_rustflags --sysroot "$sysroot" -Dlinker_messages -Ctarget-cpu=sm_70
  out=$work/target/$target/release
  CARGO_TARGET_DIR=$work/target run_cargo build --offline --release
  check_side_files
  check_example
}

# rustc turns to a response file when the system refuses an argument list of this length.
case_response_file() {
  local count=1000 long_name kernels=() i stack
  long_name=$(printf 'x%.0s' {1..200})
  use_crate "$here/bin"
  for ((i = 0; i < count; i++)); do
    kernels+=("kernel_${i}_$long_name")
    echo "#[unsafe(no_mangle)] pub unsafe extern \"ptx-kernel\" fn ${kernels[i]}(p: *mut u32) { unsafe { *p = $i } }"
  done >kernels.rs
  # shellcheck disable=SC2016
  sed '/no_main/d; $r kernels.rs' src/main.rs >src/lib.rs
  rm src/main.rs kernels.rs
  printf '[lib]\ncrate-type = ["cdylib"]\n' >>Cargo.toml

  cat >"$work/linker" <<END
#!/bin/sh
echo "\$1" >'$work/first-argument'
exec '$LLBC' "\$@"
END
  chmod +x "$work/linker"
  flags=(-Clinker="$work/linker")
  stack=$(ulimit -S -s)
  ulimit -S -s 512
  build dev
  ulimit -S -s "$stack"
  grep -q '^@' "$work/first-argument" || fail "rustc passed no response file"
  check "$out/main_program.ptx" --kernels reverse count_ones "${kernels[@]}"
}

case_incremental() {
  export CARGO_INCREMENTAL=1
  use_crate "$here/bin"
  build dev
  check "$out/main_program.ptx" --kernels reverse count_ones
  sed -i 's/fn count_ones/fn renamed/' src/main.rs
  run_cargo build --offline --target $target
  check_side_files
  check "$out/main_program.ptx" --kernels reverse renamed
}

# rustc keeps the object of --emit=obj beside the output and under its name; it is not the linker's to touch.
case_emit_obj() {
  use_crate "$here/bin"
  use_prebuilt_core release
  local rustc=(rustc --edition 2024 --target "$target" --sysroot "$sysroot" -O -Ccodegen-units=1
    -Ctarget-cpu=sm_70 -Dlinker_messages -Clinker="$LLBC" src/main.rs)
  "${rustc[@]}" --emit=obj --out-dir "$work/obj"
  "${rustc[@]}" --emit=obj,link --out-dir "$work/both"
  cmp "$work/obj/main.o" "$work/both/main.o"
  [[ $(ls "$work/both") == $'main.o\nmain.ptx' ]] || fail "side files: $(ls "$work/both")"
  check "$work/both/main.ptx" --kernels reverse count_ones
}

case_undefined_symbol() {
  use_crate "$here/undefined"
  if (build release) &>"$work/refusal"; then
    fail "an undefined symbol was linked"
  fi
  grep -q 'undefined symbol: defined_nowhere' "$work/log" || fail "no message: $(cat "$work/log")"
  [[ -z $(find "$work/target" -name '*.ptx') ]] || fail "a failed link left its output"
}

# The two commands of the example's users: its own settings, and core built with it.
build_std() { # <profile>
  use_prebuilt_core "$1" # leaves the same core in the shared target folder
  use_crate "$here/../../examples/vecadd"
  export CARGO_TARGET_DIR=$cache/target
  out=$CARGO_TARGET_DIR/$target/$(profile_folder "$1")
  # Another build of the same linker is no reason for cargo to link again.
  rm -rf "$out/.fingerprint"/vecadd-* {"$out","$out/deps"}/vecadd*
  run_cargo rustc "${vendored[@]}" --offline -Zbuild-std=core --target $target --profile "$1" -- \
    -Dlinker_messages -Clinker="$LLBC"
  check_side_files
  check_example
}

case_build_std_release() { build_std release; }

case_build_std_dev() { build_std dev; }

link_nocore() { # <toolchain> <arguments for rustc>...
  rm -rf "$work/out"
  RUSTC_BOOTSTRAP=1 rustup run "$1" rustc --target $target -Dlinker_messages -Clinker="$LLBC" \
    --out-dir "$work/out" "${@:2}" "$here/nocore/nocore.rs"
  [[ $(ls "$work/out") == nocore.ptx ]] || fail "side files: $(ls "$work/out")"
  check "$work/out/nocore.ptx" --kernels swap store
}

nocore() { # <toolchain>
  need_toolchain "$1"
  link_nocore "$1" --crate-type cdylib -O
  link_nocore "$1" --crate-type cdylib -Copt-level=z -Ctarget-cpu=sm_90
  link_nocore "$1" --crate-type bin --cfg program
}

case_nocore_nightly() { nocore nightly; }

case_nocore_stable() { nocore stable; }
