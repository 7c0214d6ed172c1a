# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: device code, from Rust and from textual IR.

# Kernels in Rust with a real core, built once for each target by Debian's cargo, which keeps others waiting meanwhile.
# Sets `rlibs`, all that the three links need.
build_rust_kernels() {
  (use_debian_rust) || exit 77
  rlibs=()
  local target libraries
  for target in x86_64-unknown-linux-gnu nvptx64-nvidia-cuda amdgcn-amd-amdhsa; do
    (build_rust_target "$target")
    libraries=$(rust_cache)/target/$target/release/deps
    rlibs+=("$libraries"/lib{kernels,core,compiler_builtins}-*.rlib)
  done
}

rust_cache() { echo "$cache/rust-$(/usr/bin/rustc --version | cut -d' ' -f2)"; }

build_rust_target() { # <target>
  local vendored flags=(-Clinker-plugin-lto -Cembed-bitcode=yes) IFS=$'\x1f'
  case $1 in
    nvptx64-*) flags=(-Ctarget-cpu=sm_70) ;;
    amdgcn-*) flags+=(-Ctarget-cpu=gfx90a) ;;
  esac
  use_debian_rust
  export CARGO_HOME CARGO_TARGET_DIR CARGO_ENCODED_RUSTFLAGS=${flags[*]}
  CARGO_HOME=$(rust_cache)/home
  CARGO_TARGET_DIR=$(rust_cache)/target
  cd "$here/device" || return 1
  cargo build "${vendored[@]}" --offline --quiet --release --target "$1" \
    -Zbuild-std=core -Zbuild-std-features=compiler-builtins-mem
}

# Every image that this machine's tools can make: without ptxas there is nothing for libomptarget on NVIDIA's GPUs.
choose_archs() {
  archs=x86-64,gfx90a
  ! (need_cuda ptxas) >/dev/null || archs=x86-64,sm_80,sm_90,gfx90a
}

# The Rust kernels as a program that calls libomptarget takes them; a CPU's kernels are named, a GPU's are known.
package_rust_kernels() { # <options>...
  build_rust_kernels
  choose_archs
  quietly "$LLBC" "${rlibs[@]}" --offload-arch "$archs" --openmp-kernels=adapt -O2 \
    --export-symbol vecadd --export-symbol scale "$@"
}

# The device half of a kernel in textual IR: `<name>(out)` stores `value`, through libomptarget's arguments.
write_x86_kernel() { # <file> <name> <value>
  cat >"$1" <<END
target triple = "x86_64-unknown-linux-gnu"
define void @$2(ptr %dyn, ptr %out) {
  store i32 $3, ptr %out
  ret void
}
END
}

write_amdgpu_kernel() { # <file> <name>
  cat >"$1" <<END
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @$2(ptr addrspace(1) %out, i32 %value) {
  store i32 %value, ptr addrspace(1) %out
  ret void
}
END
}

write_nvptx_kernel() { # <file> <name>
  cat >"$1" <<END
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @$2(ptr addrspace(1) %out, i32 %value) {
  store i32 %value, ptr addrspace(1) %out
  ret void
}
END
}
