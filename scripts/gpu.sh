#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shows on a real NVIDIA GPU that what this tool makes loads and computes right.
#
#   scripts/gpu.sh build [folder]   collects the programs and all they need; no GPU needed
#   <folder>/run.sh                 runs them; no compiler needed, glibc 2.36 or newer and NVIDIA's driver are
#   scripts/gpu.sh                  both, in build/gpu
#   LLBC=<llvm-bitcode-linker> scripts/gpu.sh ...     with that one instead of a release build
#
# The programs: examples/vecadd, in release and dev, through NVIDIA's driver, through LLVM's libomptarget and
# through NVIDIA's runtime library, each with the host object that this tool makes for it; math functions, against
# their right values; and all PTX that the end-to-end tests make, loaded by the driver. NVIDIA's disassembler, where
# there is one, shows which machine code is of which line of Rust.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
folder=$(realpath -m "${2:-build/gpu}")
cuda=${CUDA_HOME:-/usr/local/cuda}
processors=sm_80,sm_90

build() {
  scripts/setup.sh gpu
  if [[ -z ${LLBC-} ]]; then
    cmake --preset release >/dev/null
    cmake --build --preset release --target llvm-bitcode-linker
    LLBC=build/release/bin/llvm-bitcode-linker
  fi
  rm -rf "$folder"
  mkdir -p "$folder"/{lib,images}
  # shellcheck source-path=SCRIPTDIR source=debian-rust.sh
  source scripts/debian-rust.sh
  use_debian_rust
  export PATH=$(dirname "$(realpath "$LLBC")"):$PATH
  local profile
  for profile in release dev; do
    link_example "$profile" --offload-arch=sm_70 --offload-kind=raw --emit=host-obj="$folder/$profile-raw-ptx.o"
    link_example "$profile" --offload-arch=sm_90 --offload-kind=raw --emit=cubin,host-obj="$folder/$profile-raw-cubin.o"
    link_example "$profile" --offload-arch=$processors --offload-kind=openmp --openmp-kernels=adapt --emit=host-obj="$folder/$profile-openmp.o"
    link_example "$profile" --offload-arch=$processors --offload-kind=cuda --emit=host-obj="$folder/$profile-cudart.o"
    compile "$profile" raw-ptx driver
    compile "$profile" raw-cubin driver
    compile "$profile" openmp openmp -Wl,-rpath-link,/usr/lib/llvm-22/lib /usr/lib/llvm-22/lib/libomptarget.so /usr/lib/x86_64-linux-gnu/libomp.so.5
    compile "$profile" cudart cudart "$cuda/lib64/libcudart_static.a" -ldl -lpthread -lrt
  done
  # ptxas of CUDA 13 knows no sm_70, for which the example is.
  CARGO_PROFILE_RELEASE_DEBUG=true link_example release --offload-arch=sm_90 --emit=cubin="$folder/lines.cubin"
  local processor
  for processor in sm_75 sm_90; do
    tests/gpu/math/build.sh "$LLBC" "$folder/math-$processor" "$processor"
  done
  cp tests/gpu/lines.sh "$folder"
  gcc -O2 tests/gpu/load.c -o "$folder/load"
  collect_libraries
  write_runner
  collect_test_ptx
  echo "ready: $folder/run.sh"
}

# Builds the example, with options for the linker: <profile> <options>...
link_example() {
  local profile=$1 option flags=(-Ctarget-cpu=sm_70)
  shift
  for option; do flags+=("-Clink-arg=$option"); done
  (
    cd examples/vecadd
    local IFS=$'\x1f'
    export CARGO_ENCODED_RUSTFLAGS="${flags[*]}" CARGO_TARGET_DIR=$root/build/gpu-target
    cargo build --quiet --profile "$profile" --offline -Zbuild-std=core "${vendored[@]}"
  )
}

compile() { # <profile> <name> <runtime> <libraries>...
  local program=$folder/$1-$2 runtime=$3
  local object=$program.o
  shift 3
  gcc -O2 -Wl,--gc-sections "-Dimage=vecadd" -Dimage_end=vecadd_end -Dimage_size=vecadd_size -Dimage_kernels=vecadd_kernels \
    tests/gpu/kernels.c "tests/gpu/$runtime.c" "$object" -o "$program" "$@" -lm -ldl
  rm "$object"
}

# Left out: what is not for this GPU, or so long (unoptimised) that the driver's compiler needs minutes or dies.
collect_test_ptx() {
  export LLBC_RUST_CACHE=$root/build/gpu-rust LLBC_KEEP=1
  local cases file
  mapfile -t cases < <(tests/rust/run.sh --list | grep -v '^amdgpu_')
  LLBC=$(realpath "$LLBC") tests/rust/run.sh "${cases[@]}" >/dev/null
  while IFS= read -r -d '' file; do
    cp "$file" "$folder/images/$(tr / - <<<"${file#"$LLBC_RUST_CACHE/"}")"
  done < <(find "$LLBC_RUST_CACHE" -name '*.ptx' -size -1500k -path '*/cases/*' -not -path '*/deps/*' -not -path '*sm_120*' -print0)
}

# libomptarget brings LLVM with it; what every system has stays out.
collect_libraries() {
  ldd "$folder/release-openmp" | awk '$3 ~ /^\// { print $3 }' |
    grep -vE '/(ld-linux|libc|libm|libdl|libpthread|librt|libgcc_s)[-.]' | xargs -I{} cp -L {} "$folder/lib"
}

write_runner() {
  cat >"$folder/run.sh" <<'END'
#!/usr/bin/env bash
# Runs the programs in this folder on the GPU at hand and prints a table.
cd "$(dirname "$0")" || exit
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
date +%F
export LD_LIBRARY_PATH=$PWD/lib OMP_TARGET_OFFLOAD=MANDATORY
status=0
for program in *-raw-ptx *-raw-cubin *-openmp *-cudart; do
  echo "$program"
  "./$program" || { echo "  FAILED: $?"; status=1; }
done
for processor in sm_75 sm_90; do
  echo "math functions, PTX for $processor"
  math-$processor/math math-$processor/*.ptx >math-$processor.log || { echo "  FAILED: $?"; status=1; }
  # A function that fails, and below it where it is worst.
  grep -E 'FAIL|^    ' math-$processor.log
  tail -n 1 math-$processor.log | sed 's/^/  /'
done
echo "PTX of the end-to-end tests"
./load images/* || status=1
echo "lines of Rust in machine code"
nvdisasm=$(command -v nvdisasm || echo /usr/local/cuda/bin/nvdisasm)
if [[ ! -x $nvdisasm ]]; then
  echo "  skipped: no nvdisasm (CUDA Toolkit) here"
elif ! ./lines.sh "$nvdisasm" lines.cubin; then
  echo "  FAILED: no machine code has a line"
  status=1
fi
exit $status
END
  chmod +x "$folder/run.sh"
}

case ${1:-all} in
build) build ;;
all) build && "$folder/run.sh" ;;
*) echo "usage: $0 [build [folder]]" >&2; exit 2 ;;
esac
