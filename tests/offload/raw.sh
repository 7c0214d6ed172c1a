# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: images that the program finds by their symbols and loads itself.

write_kernels() { # <nvptx|amdgpu>
  "write_$1_kernel" store.ll store
  "write_$1_kernel" load.ll load
}

# What ./program has is the image, byte for byte, and its kernels.
check_program() { # <image>
  rm -f found
  [[ $(./program found | sort) == $'load\nstore' ]] || fail "the program said: $(./program found)"
  cmp "$1" found
}

holds() { # <image> <name of the symbols> <objects and options for cc>...
  compile_c -DNAME="$2" "$here/host/raw.c" "${@:3}" -o program
  check_program "$1"
}

case_raw_ptx() {
  write_kernels nvptx
  quietly "$LLBC" store.ll load.ll --offload-arch sm_80 -O2 --offload-kind raw --emit=asm,host-obj -o k.ptx
  local linker
  for linker in bfd bfd-gc lld lld-gc; do
    linker_options "$linker"
    holds k.ptx k k.host.o "${linker[@]}"
  done
}

case_raw_cubin() {
  need_cuda ptxas
  write_kernels nvptx
  quietly "$LLBC" store.ll load.ll --offload-arch sm_80 -O2 --offload-kind raw \
    --emit=cubin=k.cubin,host-obj=k.host.o -o k.cubin
  holds k.cubin k k.host.o
}

case_raw_elf() {
  write_kernels amdgpu
  quietly "$LLBC" store.ll load.ll --offload-arch gfx90a -O2 --offload-kind raw \
    --emit=elf=k.elf,host-obj=k.host.o -o k.elf
  holds k.elf k k.host.o
}

case_raw_several() {
  need_cuda ptxas
  write_kernels nvptx
  local amdgpu=amdgpu.ll
  write_amdgpu_kernel $amdgpu store
  cat >>$amdgpu <<'END'
define amdgpu_kernel void @load() {
  ret void
}
END
  quietly "$LLBC" store.ll load.ll $amdgpu --offload-arch sm_80,sm_90,gfx90a -O2 --offload-kind raw \
    --emit=host-obj -o mixed.o
  local arch
  for arch in sm_80 sm_90; do
    quietly "$LLBC" store.ll load.ll --target-cpu $arch -O2 -o $arch.ptx
    holds $arch.ptx mixed_$arch mixed.o
  done
  quietly "$LLBC" $amdgpu --target-cpu gfx90a -O2 -o gfx90a.elf
  holds gfx90a.elf mixed_gfx90a mixed.o
}

# As rustc's host pass is given them.
case_raw_finished() {
  write_kernels nvptx
  quietly "$LLBC" store.ll load.ll --target-cpu sm_80 -O2 -o k.ptx
  quietly "$LLBC" k.ptx --offload-kind raw --emit=host-obj -o k.o
  holds k.ptx k k.o
  write_kernels amdgpu
  quietly "$LLBC" store.ll load.ll --target-cpu gfx90a -O2 -o k.elf
  quietly "$LLBC" k.elf --offload-kind raw --emit=host-obj -o k.o
  holds k.elf k k.o
}

# Bitcode that a compiler of the host's takes into its own link.
case_raw_host_bc() {
  need_llvm llc clang ld.lld
  write_kernels nvptx
  quietly "$LLBC" store.ll load.ll --offload-arch sm_80 -O2 --offload-kind raw --host-bc --emit=asm -o k.ptx
  "$LLVM_BIN/llc" -filetype=obj -relocation-model=pic k.host.bc -o k.host.o
  holds k.ptx k k.host.o
  "$LLVM_BIN/clang" -Wno-override-module -flto -fuse-ld=lld -O2 -DNAME=k "$here/host/raw.c" k.host.bc -o program
  check_program k.ptx
}

case_openmp_host_bc() {
  need_omptarget
  need_llvm clang ld.lld
  package_x86_kernel first 41 --emit=host-bc -o k.host.bc
  local gc
  for gc in -Wl,--gc-sections -Wl,--no-gc-sections; do
    "$LLVM_BIN/clang" -Wno-override-module -flto -fuse-ld=lld -O2 $gc "$here/host/store.c" k.host.bc "$omptarget" \
      -Wl,-rpath,"${omptarget%/*}" -o program
    says 'first: 41' ./program
  done
}

# No such host is at hand to run the programs; the linker checks relocations and symbols.
case_aarch64_host_object() {
  need_llvm llvm-readelf ld.lld
  write_amdgpu_kernel k.ll store
  local kind
  for kind in raw openmp hip; do
    quietly "$LLBC" k.ll --offload-arch gfx90a --offload-kind $kind --host-target aarch64-unknown-linux-gnu \
      --emit=host-obj -o $kind.o
    "$LLVM_BIN/llvm-readelf" -h $kind.o >header
    grep -qE 'Machine: +AArch64' header || fail "not for aarch64: $(cat header)"
    quietly "$LLVM_BIN/ld.lld" -m aarch64linux -r $kind.o -o relocated.o
    quietly "$LLVM_BIN/ld.lld" -m aarch64linux -shared --gc-sections $kind.o -o shared.so
  done
}
