# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: crates that allocate, linked by hand. The allocator's shim is made at rustc's final link only, so
# here the tool has to make it.

# Builds the crate for the core in $sysroot; `libraries` are the rlibs of it all.
build_heap() { # <arguments for cargo>...
  use_crate "$here/heap"
  encode_rustflags --sysroot "$sysroot" "${heap_flags[@]}"
  export CARGO_TARGET_DIR=$work/target
  run_cargo build --offline --target "$target" --release "$@"
  libraries=("$CARGO_TARGET_DIR/$target"/release/deps/libheap-*.rlib
    "$sysroot/lib/rustlib/$target"/lib/lib{alloc,core,compiler_builtins}-*.rlib)
}

link_heap() { # <output> <options>...
  "$LLBC" "${libraries[@]}" "${@:2}" -o "$work/$1" >"$work/log" 2>&1 || {
    cat "$work/log"
    fail "the link, with ${*:2}"
  }
  [[ ! -s $work/log ]] || fail "the linker said: $(cat "$work/log")"
}

heap_for_nvptx() { # <arguments for cargo>...
  heap_flags=(-Ctarget-cpu=sm_70)
  use_prebuilt_core release
  build_heap "$@"
  local level
  for level in 0 3; do
    link_heap k.ptx --target-cpu sm_75 -O$level
    check "$work/k.ptx" --kernels sum_of_squares
  done
}

case_heap_nvptx() { heap_for_nvptx; }
case_heap_nvptx_error_handler() { heap_for_nvptx --features handler; }

case_heap_amdgpu() {
  target=amdgcn-amd-amdhsa
  use_amdgpu_core gfx90a release
  heap_flags=("${amdgpu_flags[@]}")
  build_heap
  link_heap k.elf --target-cpu gfx90a -O3
  check_elf "$work/k.elf" --processor gfx90a --kernels sum_of_squares
}

# The sum that the image computes, and whether it shows what is rustc's own.
case_heap_x86_64() {
  target=x86_64-unknown-linux-gnu
  heap_flags=(-Cpanic=abort -Clinker-plugin-lto -Cembed-bitcode=yes)
  CARGO_TARGET_DIR=$cache/target-x86-64 prebuild_core x86-64 release "${heap_flags[@]}"
  build_heap
  local level sum
  for level in 0 3; do
    link_heap k.so --target "$target" --export-symbol sum_of_squares -O$level
    sum=$(python3 -c "
import ctypes
out = ctypes.c_uint32()
ctypes.CDLL('$work/k.so').sum_of_squares(ctypes.byref(out), ctypes.c_size_t(10))
print(out.value)")
    [[ $sum == 285 ]] || fail "0 + 1 + 4 + ... + 81 is $sum"
    ! "$LLVM_BIN/llvm-nm" --dynamic --defined-only "$work/k.so" | grep -v sum_of_squares || fail "more is visible"
  done
}
