# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2154
# Sourced by run.sh: packages as LLVM's and NVIDIA's own tools make and read them.

# Images for several processors, each in a file of its own too, and all of them as k.offload.
package_all() { # <options>...
  need_llvm llvm-offload-binary llvm-objdump
  write_x86_kernel x86.ll store 1
  write_nvptx_kernel nvptx.ll store
  write_amdgpu_kernel amdgpu.ll store
  triples=(x86_64-unknown-linux-gnu amdgcn-amd-amdhsa amdgcn-amd-amdhsa)
  archs=(x86-64 gfx90a:xnack+ gfx1030)
  files=(k.x86-64.elf k.gfx90a:xnack+.elf k.gfx1030.elf)
  kinds=elf
  if (need_cuda ptxas) >/dev/null; then
    triples+=(nvptx64-nvidia-cuda nvptx64-nvidia-cuda)
    archs+=(sm_80 sm_90)
    files+=(k.sm_80.cubin k.sm_90.cubin)
    kinds+=,cubin
  fi
  local IFS=, inputs=(x86.ll amdgpu.ll)
  [[ $kinds == elf ]] || inputs+=(nvptx.ll)
  quietly "$LLBC" "${inputs[@]}" --offload-arch "${archs[*]}" --export-symbol store -O2 \
    --emit="$kinds",bundle "$@" -o k.offload
}

# llvm-offload-binary tells by a file's suffix what it is.
reference_bundle() { # <output> <index>...
  local index file images=()
  for index in "${@:2}"; do
    file=reference.$index.${files[index]##*.}
    file=${file/%.elf/.o}
    cp "${files[index]}" "$file"
    images+=(--image="file=$file,triple=${triples[index]},arch=${archs[index]},kind=openmp")
  done
  "$LLVM_BIN/llvm-offload-binary" "${images[@]}" -o "$1"
}

case_bundle_bytes() {
  package_all
  local index
  for index in "${!files[@]}"; do
    reference_bundle one.reference "$index"
    quietly "$LLBC" "${files[index]}" --emit=bundle -o one.offload
    cmp one.reference one.offload
  done
  reference_bundle three.reference 0 1 2
  quietly "$LLBC" "${files[@]:0:3}" --emit=bundle -o three.offload
  cmp three.reference three.offload
  reference_bundle all.reference "${!files[@]}"
  cmp all.reference k.offload
}

# PTX is given as such, for programs that load the bundle's images themselves.
case_bundle_bytes_ptx() {
  need_llvm llvm-offload-binary
  write_nvptx_kernel k.ll store
  quietly "$LLBC" k.ll --offload-arch sm_80,sm_90 -O2 --offload-kind raw --emit=asm,bundle -o k.offload
  cp k.sm_80.ptx sm_80.s
  cp k.sm_90.ptx sm_90.s
  "$LLVM_BIN/llvm-offload-binary" --image=file=sm_80.s,triple=nvptx64-nvidia-cuda,arch=sm_80,kind=none \
    --image=file=sm_90.s,triple=nvptx64-nvidia-cuda,arch=sm_90,kind=none -o reference
  cmp reference k.offload
}

case_bundle_extraction() {
  package_all
  local index
  for index in "${!files[@]}"; do
    "$LLVM_BIN/llvm-offload-binary" k.offload \
      --image="file=extracted,triple=${triples[index]},arch=${archs[index]}"
    cmp "${files[index]}" extracted
    rm extracted
  done
}

# What llvm-objdump says of each image: processor and triple.
listing() { # <file>
  "$LLVM_BIN/llvm-objdump" --offloading "$1" | sed -nE 's/^(arch|triple|producer) +//p' | paste -d' ' - - -
}

case_bundle_listing() {
  package_all --emit=host-obj=k.host.o
  need_omptarget
  local index expected=""
  for index in "${!files[@]}"; do
    expected+="${archs[index]} ${triples[index]} openmp"$'\n'
  done
  says "${expected%$'\n'}" listing k.offload
  says "${expected%$'\n'}" listing k.host.o
  compile_c "$here/host/launch.c" k.host.o "$omptarget" -o program
  says "${expected%$'\n'}" listing program
}

# Finished images, in one file or in many, give what the link gave that made them.
case_bundle_of_finished_images() {
  package_all --emit=host-obj=k.host.o
  quietly "$LLBC" "${files[@]}" --emit=bundle,host-obj=again.o -o again.offload
  cmp k.offload again.offload
  cmp k.host.o again.o
  quietly "$LLBC" k.offload --emit=bundle,host-obj=again.o -o again.offload
  cmp k.offload again.offload
  cmp k.host.o again.o
}

# clang's driver for links takes an image that is finished, in place of what it would make.
case_linker_wrapper_override() {
  need_llvm clang-linker-wrapper llvm-offload-binary
  local exports=()
  compile_openmp target.c target
  compile_fat -foffload-lto
  quietly "$LLBC" target.bc "${exports[@]}" --offload-arch x86-64 -O2 --emit=elf=k.elf -o k.elf
  local wrapper=("$LLVM_BIN/clang-linker-wrapper" --host-triple=x86_64-unknown-linux-gnu
    --override-image=openmp=k.elf)
  quietly "${wrapper[@]}" --linker-path=/usr/bin/ld.bfd --emit-fatbin-only fat.o -o k.offload
  "$LLVM_BIN/llvm-offload-binary" k.offload --image=file=extracted,kind=openmp
  cmp k.elf extracted
  quietly "${wrapper[@]}" --linker-path="$(command -v cc)" fat.o "$omptarget" \
    -Wl,-rpath,"${omptarget%/*}" -o program
  says 'the device computed right' ./program
}

# A bundle of ours inside clang's host object: the wrapper links its bitcode, and finds it by triple and processor.
case_linker_wrapper_embedded() {
  need_llvm clang clang-linker-wrapper llvm-objcopy llvm-offload-binary
  write_amdgpu_kernel k.ll store
  quietly "$LLBC" k.ll --offload-arch gfx90a -O2 --emit=elf=k.elf,bundle=k.offload -o k.elf
  echo 'int main(void) { return 0; }' >host.c
  "$LLVM_BIN/clang" -c host.c -o host.o
  "$LLVM_BIN/llvm-objcopy" --add-section .llvm.offloading=k.offload \
    --set-section-flags .llvm.offloading=exclude --set-section-alignment .llvm.offloading=8 \
    --set-section-type .llvm.offloading=0x6fff4c0b host.o
  says 'gfx90a amdgcn-amd-amdhsa openmp' listing host.o
  quietly "$LLVM_BIN/clang-linker-wrapper" --host-triple=x86_64-unknown-linux-gnu --linker-path=/usr/bin/ld.bfd \
    --override-image=openmp=k.elf --emit-fatbin-only host.o -o out.offload
  "$LLVM_BIN/llvm-offload-binary" out.offload --image=file=extracted,triple=amdgcn-amd-amdhsa
  cmp k.elf extracted
}

# --- HIP's bundle ---------------------------------------------------------------

package_hip_bundle() {
  need_llvm clang-offload-bundler llvm-objdump llvm-readobj
  write_amdgpu_kernel k.ll store
  hip_archs=(gfx90a:sramecc+:xnack- gfx1030)
  local IFS=,
  quietly "$LLBC" k.ll --offload-arch "${hip_archs[*]}" -O2 --offload-kind hip \
    --emit=elf,hip-bundle=k.hipfb,host-obj=k.host.o -o k.elf
}

case_hip_bundle_bytes() {
  package_hip_bundle
  local arch targets=host-x86_64-unknown-linux-gnu inputs=(--input=/dev/null)
  for arch in "${hip_archs[@]}"; do
    targets+=,hip-amdgcn-amd-amdhsa--$arch
    inputs+=(--input="k.$arch.elf")
  done
  "$LLVM_BIN/clang-offload-bundler" --type=o --bundle-align=4096 --targets="$targets" "${inputs[@]}" --output=reference
  cmp reference k.hipfb
}

case_hip_bundle_extraction() {
  package_hip_bundle
  local arch listed
  listed=$("$LLVM_BIN/clang-offload-bundler" --list --type=o --input=k.hipfb | sort)
  [[ $listed == "hip-amdgcn-amd-amdhsa--${hip_archs[1]}
hip-amdgcn-amd-amdhsa--${hip_archs[0]}
host-x86_64-unknown-linux-gnu-" ]] || fail "listed: $listed"
  for arch in "${hip_archs[@]}"; do
    "$LLVM_BIN/clang-offload-bundler" --unbundle --type=o --input=k.hipfb \
      --targets="hip-amdgcn-amd-amdhsa--$arch" --output=extracted
    cmp "k.$arch.elf" extracted
    rm extracted
  done
}

# The bundle in the host object, by two tools that look for it in their own ways.
case_hip_bundle_in_object() {
  package_hip_bundle
  "$LLVM_BIN/llvm-objdump" --offloading k.host.o >/dev/null
  local arch range
  for arch in "${hip_archs[@]}"; do
    cmp "k.$arch.elf" "k.host.o.0.hip-amdgcn-amd-amdhsa--$arch"
    range=$("$LLVM_BIN/llvm-readobj" --offloading k.host.o |
      sed -nE "s/.*--${arch//+/\\+}\s.*offset=([0-9]+)&size=([0-9]+)/\1:0 \2/p")
    cmp --ignore-initial="${range% *}" --bytes="${range#* }" k.host.o "k.$arch.elf"
    [[ $(wc -c <"k.$arch.elf") == "${range#* }" ]] || fail "$arch: another size"
  done
}

# --- CUDA's fat binary ----------------------------------------------------------

case_fatbin() {
  need_cuda ptxas fatbinary
  need_llvm llvm-objcopy
  write_nvptx_kernel k.ll store
  quietly "$LLBC" k.ll --offload-arch sm_80,sm_90 -O2 --offload-kind cuda --emit=fatbin,host-obj -o k.fatbin
  says $'elf sm_80\nelf sm_90\nptx sm_80\nptx sm_90' list_fatbin k.fatbin
  if [[ -x $cuda/bin/cuobjdump ]]; then
    local listed
    listed=$("$cuda/bin/cuobjdump" -lelf -lptx k.fatbin)
    [[ $(count 'sm_(80|90)\.(cubin|ptx)' "$listed") == 4 ]] || fail "cuobjdump said: $listed"
  fi
  # The same in the host object, in the section where CUDA's tools look for it.
  "$LLVM_BIN/llvm-objcopy" --dump-section .nv_fatbin=section k.host.o
  says $'elf sm_80\nelf sm_90\nptx sm_80\nptx sm_90' list_fatbin section
}

list_fatbin() { python3 "$here/fatbin.py" "$1" | sort; }

# Finished images: what is PTX is packed as such.
case_fatbin_of_finished_images() {
  need_cuda ptxas fatbinary
  write_nvptx_kernel k.ll store
  quietly "$LLBC" k.ll --offload-arch sm_80,sm_90 -O2 --emit=asm,cubin -o k.ptx
  quietly "$LLBC" k.sm_80.cubin k.sm_90.ptx --offload-kind cuda --emit=fatbin -o k.fatbin
  says $'elf sm_80\nptx sm_90' list_fatbin k.fatbin
}
