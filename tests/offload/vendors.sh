# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: libraries of NVIDIA's and AMD's, in most cases in the form of stand-ins that need no GPU.

# --- libomptarget's CUDA plugin, with a driver of the test's own ---------------

package_cubins() { # <processor,...> <options>...
  need_omptarget
  need_cuda ptxas
  build_stub cuda.c libcuda.so
  write_nvptx_kernel k.ll store
  quietly "$LLBC" k.ll --offload-arch "$1" --openmp-kernels=adapt -O2 --emit=host-obj "${@:2}" -o k.host.o
  compile_c "$here/host/launch.c" k.host.o "$omptarget" -Wl,-rpath,"${omptarget%/*}" -o program
}

# An image of the GPU's own generation that is not newer than the GPU.
chooses() { # <compute capability> <processor of the image>
  says "load: sm $2
function: store
launch: store <<<5 3 2, 64 4 1, 0>>>, 20 bytes, with 3 parameters
status: 0, out: 42" env LD_LIBRARY_PATH="$stubs" STUB_CAPABILITY="$1" ./program
}

has_none() { # <compute capability>
  if (LD_LIBRARY_PATH=$stubs STUB_CAPABILITY=$1 ./program) &>log || grep -qE '^(load|launch)' log; then
    fail "no image is for $1, but: $(cat log)"
  fi
}

case_cuda_plugin_chooses() {
  package_cubins sm_80,sm_90
  chooses 80 80
  chooses 86 80
  chooses 90 90
  has_none 75
  has_none 100
}

# Kernels are taken as they are unless asked otherwise: then libomptarget's own argument has no place.
case_cuda_plugin_without_adapting() {
  package_cubins sm_80 --openmp-kernels=keep
  if (LD_LIBRARY_PATH=$stubs STUB_CAPABILITY=80 ./program) &>log; then
    fail "a kernel without libomptarget's argument was launched: $(cat log)"
  fi
  grep -q '^launch: store .*with 2 parameters' log || fail "$(cat log)"
}

case_cuda_plugin_order() {
  package_cubins sm_90,sm_80
  chooses 86 80
  chooses 90 90
}

case_cuda_plugin_one() {
  package_cubins sm_90
  chooses 90 90
  has_none 80
}

# --- the registration of fatbins and HIP's bundles ------------------------------

package_cuda() {
  need_cuda ptxas fatbinary
  write_nvptx_kernel store.ll store
  write_nvptx_kernel load.ll load
  quietly "$LLBC" store.ll load.ll --offload-arch sm_80,sm_90 -O2 --offload-kind cuda --emit=host-obj -o k.host.o
}

package_hip() {
  write_amdgpu_kernel store.ll store
  write_amdgpu_kernel load.ll load
  quietly "$LLBC" store.ll load.ll --offload-arch gfx90a,gfx1030 -O2 --offload-kind hip --emit=host-obj -o k.host.o
}

# Twice on the command line, registered once.
registers() { # <linker> <option for cc>...
  local end=$'\nend: right handle'
  [[ ${2-} != -DHIP ]] || end=""
  linker_options "$1"
  build_stub registration.c libruntime.so "${@:2}"
  compile_c -fno-toplevel-reorder "${@:2}" "$here/host/registered.c" k.host.o k.host.o "${linker[@]}" \
    "$stubs/libruntime.so" -Wl,-rpath,"$stubs" -o program
  says "binary: right magic, version 1, image: right magic, aligned
function: store, store, host's store(), right handle
function: load, load, host's load(), right handle
variable: total, total, 4 bytes, right handle$end
unregister: right handle" ./program
}

case_cuda_registration() {
  package_cuda
  local linker
  for linker in bfd bfd-gc lld lld-gc; do
    registers "$linker"
  done
}

case_hip_registration() {
  package_hip
  local linker
  for linker in bfd bfd-gc lld lld-gc; do
    registers "$linker" -DHIP
  done
}

# Without a driver the library refuses all calls; the object must not make it die.
case_cuda_runtime() {
  package_cuda
  [[ -e $cuda/lib64/libcudart.so ]] || skip "the CUDA Toolkit's libcudart was not found"
  compile_c "$here/host/cudart.c" k.host.o "$cuda/lib64/libcudart.so" -Wl,-rpath,"$cuda/lib64" -o program
  ./program || fail "status $?"
}

case_cuda_runtime_static() {
  package_cuda
  [[ -e $cuda/lib64/libcudart_static.a ]] || skip "the CUDA Toolkit's libcudart_static.a was not found"
  compile_c "$here/host/cudart.c" k.host.o "$cuda/lib64/libcudart_static.a" -lpthread -ldl -lrt -o program
  ./program || fail "status $?"
}
