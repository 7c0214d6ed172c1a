# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: libomptarget. Its host device runs x86-64 images, so that results can be checked on any machine.

# Without a device that takes an image the program fails, instead of calling what the host has.
export OMP_TARGET_OFFLOAD=MANDATORY

link_c_host() { # <linker> <output> <objects>...
  linker_options "$1"
  compile_c "$here/host/openmp.c" "${@:3}" "${linker[@]}" "$omptarget" -Wl,-rpath,"${omptarget%/*}" -o "$2"
}

host_c() { # <linker>
  need_omptarget
  package_rust_kernels --emit=bundle,host-obj -o k.offload
  link_c_host "$1" program k.host.o
  says 'vecadd and scale computed right' ./program
}

case_openmp_c_bfd() { host_c bfd; }
case_openmp_c_bfd_gc() { host_c bfd-gc; }
case_openmp_c_lld() { host_c lld; }
case_openmp_c_lld_gc() { host_c lld-gc; }

# rustc calls for --gc-sections by itself; -Clink-dead-code stops that.
host_rust() { # <linker>
  need_omptarget
  local rustc=(env -u RUSTC_BOOTSTRAP /usr/bin/rustc)
  ! (rustup run stable rustc --version) &>/dev/null || rustc=(rustup run stable rustc)
  package_rust_kernels --emit=host-obj -o k.host.o
  linker_options "${1%-gc}"
  linker=("${linker[@]/-Wl,--no-gc-sections/-Wl,--as-needed}")
  [[ $1 == *-gc ]] || linker+=("-Wl,--no-gc-sections")
  local option link=(-Clink-arg="$PWD/k.host.o" -Clink-arg="$omptarget" -Clink-arg="-Wl,-rpath,${omptarget%/*}"
    -Clink-arg=-lc) # rustc's own comes before the object; ld.bfd does not look back for atexit.
  for option in "${linker[@]}"; do
    link+=(-Clink-arg="$option")
  done
  quietly "${rustc[@]}" --edition 2024 -Dwarnings -O "${link[@]}" "$here/host/openmp.rs" -o program
  says 'vecadd and scale computed right' ./program
}

case_openmp_rust_bfd() { host_rust bfd; }
case_openmp_rust_bfd_gc() { host_rust bfd-gc; }
case_openmp_rust_lld() { host_rust lld; }
case_openmp_rust_lld_gc() { host_rust lld-gc; }

# OpenMP by clang alone: the host's half as <name>.o; of the devices' half, which lies in <name>.bc, only what this tool
# makes of it gets into the program. Adds to `exports` what the host names.
compile_openmp() { # <source> <name> <options>...
  need_omptarget
  need_llvm clang llvm-nm
  local entry clang=("$LLVM_BIN/clang" -O1 -Werror -ffunction-sections -fdata-sections -c "${@:3}" "$here/host/$1")
  clang+=(-fopenmp -fopenmp-targets=x86_64-unknown-linux-gnu)
  "${clang[@]}" --offload-host-only -o "$2.o"
  "${clang[@]}" --offload-device-only -emit-llvm -DHALF='"device"' -o "$2.bc"
  for entry in $("$LLVM_BIN/llvm-nm" --format=just-symbols "$2.bc" | grep -F .offloading.entry.); do
    exports+=(--export-symbol "${entry#.offloading.entry.}")
  done
}

# A host object as clang makes it for its own linker, with the device's code in it.
compile_fat() { # <options>...
  "$LLVM_BIN/clang" -O1 -Werror -fopenmp -fopenmp-targets=x86_64-unknown-linux-gnu -c "$@" \
    "$here/host/target.c" -o fat.o
}

link_with_omptarget() { # <linker> <output> <objects>...
  linker_options "$1"
  cc "${@:3}" "${linker[@]}" "$omptarget" -Wl,-rpath,"${omptarget%/*}" -o "$2"
}

clang_host() { # <linker>
  local exports=()
  compile_openmp target.c target
  quietly "$LLBC" target.bc -O2 --offload-arch x86-64 "${exports[@]}" --emit=host-obj -o k.host.o
  link_with_omptarget "$1" program target.o k.host.o
  says 'the device computed right' ./program
}

case_openmp_clang_bfd() { clang_host bfd; }
case_openmp_clang_bfd_gc() { clang_host bfd-gc; }
case_openmp_clang_lld() { clang_host lld; }
case_openmp_clang_lld_gc() { clang_host lld-gc; }

# A file of the host's of which the device needs nothing but a variable.
clang_variable() { # <linker>
  local exports=()
  compile_openmp variable.c main
  compile_openmp variable.c bias -DVARIABLE
  quietly "$LLBC" main.bc bias.bc -O2 --offload-arch x86-64 "${exports[@]}" --emit=host-obj -o k.host.o
  link_with_omptarget "$1" program main.o bias.o k.host.o
  says 10 ./program
}

case_openmp_clang_variable_bfd_gc() { clang_variable bfd-gc; }
case_openmp_clang_variable_lld() { clang_variable lld; }
case_openmp_clang_variable_lld_gc() { clang_variable lld-gc; }

# What clang itself packs into a host object is an input, too.
link_fat_object() { # <options for clang>...
  local exports=()
  compile_openmp target.c target
  compile_fat "$@" -DHALF='"device"'
  quietly "$LLBC" fat.o -O2 "${exports[@]}" --emit=host-obj -o k.host.o
  link_with_omptarget bfd program fat.o k.host.o
  says 'the device computed right' ./program
}

case_openmp_clang_fat_object_bitcode() { link_fat_object -foffload-lto; }
case_openmp_clang_fat_object_elf() { link_fat_object -fno-offload-lto; }

# What makes the cases above able to fail.
case_openmp_without_images() {
  compile_openmp target.c target
  link_with_omptarget bfd program target.o
  if (./program) &>log; then
    fail "no image, but: $(cat log)"
  fi
}

package_x86_kernel() { # <name> <value> <options>...
  write_x86_kernel "$1.ll" "$1" "$2"
  quietly "$LLBC" "$1.ll" --offload-arch x86-64 --export-symbol "$1" "${@:3}"
}

# Links host/store.c with a libomptarget that says what is registered, and with the real one.
link_store() { # <linker> <arguments for cc>...
  linker_options "$1"
  compile_c "$here/host/store.c" "${@:2}" "${linker[@]}" "$stubs/libomptarget.so" -Wl,-rpath,"$stubs" -o recorded
  compile_c "$here/host/store.c" "${@:2}" "${linker[@]}" "$omptarget" -Wl,-rpath,"${omptarget%/*}" -o program
}

one_registration=$'register: x86-64; entries: first\nfirst: -1\nunregister: 1'

# The same contents register once, whichever way they come again into a program.
registers_once() { # <linker>
  need_omptarget
  build_stub omptarget.c libomptarget.so
  package_x86_kernel first 41 --emit=host-obj -o a.o
  package_x86_kernel first 41 --emit=host-obj -o b.o
  cmp a.o b.o
  ar rc libk.a b.o
  local again
  for again in "" a.o b.o "-Wl,--whole-archive libk.a -Wl,--no-whole-archive"; do
    # shellcheck disable=SC2086
    link_store "$1" a.o $again
    says "$one_registration" ./recorded
    says 'first: 41' ./program
  done
}

case_openmp_registers_once_bfd() { registers_once bfd; }
case_openmp_registers_once_bfd_gc() { registers_once bfd-gc; }
case_openmp_registers_once_lld() { registers_once lld; }
case_openmp_registers_once_lld_gc() { registers_once lld-gc; }

# A packaged object among the inputs goes into the program itself, so its images need no second registration.
case_openmp_packaged_again() {
  need_omptarget
  build_stub omptarget.c libomptarget.so
  package_x86_kernel first 41 --emit=host-obj -o k.host.o
  refused 'registered by their own objects' "$LLBC" k.host.o --emit=host-obj -o again.o
  [[ ! -e again.o ]] || fail "a refused package left its output"
  write_amdgpu_kernel second.ll second
  quietly "$LLBC" k.host.o second.ll --offload-arch gfx90a --emit=host-obj -o more.o
  link_store bfd k.host.o more.o
  [[ $(count '^register: x86-64;' "$(./recorded)") == 1 ]] || fail "$(./recorded)"
  [[ $(count '^register: amdgpu;' "$(./recorded)") == 1 ]] || fail "$(./recorded)"
  says 'first: 41' ./program
}

# A bundle takes the images of a packaged object all the same.
case_openmp_unpacked_again() {
  need_omptarget
  package_x86_kernel first 41 --emit=bundle,host-obj -o k.offload
  quietly "$LLBC" k.host.o --emit=bundle -o again.offload
  cmp k.offload again.offload
  quietly "$LLBC" again.offload --emit=host-obj -o again.o
  cmp k.host.o again.o
}

case_openmp_two_kernels_in_one_package() {
  need_omptarget
  build_stub omptarget.c libomptarget.so
  write_x86_kernel first.ll first 41
  write_x86_kernel second.ll second 42
  quietly "$LLBC" first.ll second.ll --export-symbol first --export-symbol second --offload-arch x86-64 \
    --emit=host-obj -o both.o
  link_store lld-gc -DSECOND both.o
  says $'first: 41\nsecond: 42' ./program
}

case_openmp_package_in_shared_library() {
  need_omptarget
  package_x86_kernel first 41 --emit=host-obj -o first.o
  package_x86_kernel second 42 --emit=host-obj -o second.o
  local linker_name runtime=("$omptarget" "-Wl,-rpath,${omptarget%/*}")
  for linker_name in bfd-gc lld-gc; do
    linker_options $linker_name
    compile_c -shared -fPIC "$here/host/library.c" second.o "${linker[@]}" "${runtime[@]}" -o libsecond.so
    compile_c -DLIBRARY "$here/host/store.c" first.o ./libsecond.so "${linker[@]}" "${runtime[@]}" -o program
    says $'first: 41\nsecond: 42' ./program
  done
}

# Other ways to link: position dependent, through a relocatable object, with identical code folded, by gold.
case_openmp_other_links() {
  need_omptarget
  need_llvm ld.lld
  build_stub omptarget.c libomptarget.so
  package_x86_kernel first 41 --emit=host-obj -o k.host.o
  local way
  for way in "bfd-gc -no-pie" "lld-gc -no-pie" "lld-gc -Wl,--icf=all,-s"; do
    # shellcheck disable=SC2086
    link_store $way k.host.o
    says 'first: 41' ./program
  done
  ld.bfd -r k.host.o -o bfd.o
  "$LLVM_BIN/ld.lld" -r k.host.o -o lld.o
  for way in bfd-gc lld-gc; do
    link_store $way bfd.o lld.o k.host.o
    says "$one_registration" ./recorded
  done
  if command -v ld.gold >/dev/null; then
    link_store gold-gc k.host.o k.host.o
    says "$one_registration" ./recorded
    says 'first: 41' ./program
  fi
}
