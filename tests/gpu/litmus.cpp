// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs whose result is right only if the order of their atomics reaches the
// GPU. Many blocks run each, one thread of each block takes part; <wrong>
// counts the results that the order forbids, and behind it all that were
// judged. litmus.c runs them.
//
//   clang++ --target=nvptx64-nvidia-cuda -march=sm_90 -nogpulib -ffreestanding
//   -fno-exceptions -O2 -emit-llvm
//     -c litmus.cpp -o litmus.bc
//   llvm-bitcode-linker litmus.bc --target-cpu sm_90 -O3 -o litmus.ptx

typedef unsigned Word;

static unsigned block() { return __nvvm_read_ptx_sreg_ctaid_x(); }
static unsigned blocks() { return __nvvm_read_ptx_sreg_nctaid_x(); }
static bool first() { return __nvvm_read_ptx_sreg_tid_x() == 0; }

extern "C" {

/// Every block writes its part; the one that counts last sums them.
__attribute__((device_kernel)) void last_block(Word *parts, Word *count,
                                               Word *wrong, Word round) {
  if (!first())
    return;
  parts[block() * 32] = round + block();
  if (__atomic_fetch_add(count, 1, __ATOMIC_ACQ_REL) != blocks() - 1)
    return;
  __atomic_fetch_add(wrong + 1, 1, __ATOMIC_RELAXED);
  Word sum = 0;
  for (Word i = 0; i != blocks(); ++i)
    sum += parts[i * 32];
  if (sum != blocks() * round + blocks() * (blocks() - 1) / 2)
    __atomic_fetch_add(wrong, 1, __ATOMIC_RELAXED);
}

/// Even blocks send a message to the block after them: a plain store and a
/// flag.
__attribute__((device_kernel)) void store_load(Word *parts, Word *flags,
                                               Word *wrong, Word round) {
  if (!first())
    return;
  Word *data = parts + (block() / 2) * 32;
  Word *flag = flags + (block() / 2) * 32;
  if (block() % 2 == 0) {
    *data = round;
    __atomic_store_n(flag, round, __ATOMIC_RELEASE);
    return;
  }
  for (int tries = 0; tries != 100000; ++tries)
    if (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == round) {
      Word message = *data;
      __atomic_fetch_add(wrong + 1, 1, __ATOMIC_RELAXED);
      if (message != round)
        __atomic_fetch_add(wrong, 1, __ATOMIC_RELAXED);
      return;
    }
}

/// The same with fences beside relaxed operations.
__attribute__((device_kernel)) void fences(Word *parts, Word *flags,
                                           Word *wrong, Word round) {
  if (!first())
    return;
  Word *data = parts + (block() / 2) * 32;
  Word *flag = flags + (block() / 2) * 32;
  if (block() % 2 == 0) {
    *data = round;
    __atomic_thread_fence(__ATOMIC_RELEASE);
    __atomic_store_n(flag, round, __ATOMIC_RELAXED);
    return;
  }
  for (int tries = 0; tries != 100000; ++tries)
    if (__atomic_load_n(flag, __ATOMIC_RELAXED) == round) {
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
      Word message = *data;
      __atomic_fetch_add(wrong + 1, 1, __ATOMIC_RELAXED);
      if (message != round)
        __atomic_fetch_add(wrong, 1, __ATOMIC_RELAXED);
      return;
    }
}
}
