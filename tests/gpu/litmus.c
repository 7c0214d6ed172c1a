// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   gcc -O2 litmus.c -o litmus -ldl && ./litmus <PTX>...
//
// Launches each kernel of litmus.cpp many times through NVIDIA's driver and
// counts the results that the order of its atomics forbids.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BLOCKS = 1024, THREADS = 32, ROUNDS = 20000, LINE = 128 };

static void *library;
static const char *file;

#define CALL(name, types, ...)                                                 \
  do {                                                                         \
    int(*api) types = (int(*) types)dlsym(library, #name);                     \
    int error = api ? api(__VA_ARGS__) : -1;                                   \
    if (error) {                                                               \
      printf("%s: %s failed: %d\n", file, #name, error);                       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void *memory(size_t size) {
  void *result;
  CALL(cuMemAlloc_v2, (void **, size_t), &result, size);
  CALL(cuMemsetD8_v2, (void *, unsigned char, size_t), result, 0, size);
  return result;
}

/// The number of forbidden results, and of all that were judged.
static void run(void *module, const char *kernel, uint32_t counts[2]) {
  void *function, *parts = memory(BLOCKS * LINE),
                  *flags = memory(BLOCKS * LINE), *wrong = memory(8);
  uint32_t round;
  void *arguments[] = {&parts, &flags, &wrong, &round};
  CALL(cuModuleGetFunction, (void **, void *, const char *), &function, module,
       kernel);
  for (round = 1; round <= ROUNDS; ++round) {
    CALL(cuMemsetD8Async, (void *, unsigned char, size_t, void *), flags, 0, 4,
         NULL);
    CALL(cuLaunchKernel,
         (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
          unsigned, void *, void **, void **),
         function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL);
  }
  CALL(cuCtxSynchronize, (void));
  CALL(cuMemcpyDtoH_v2, (void *, void *, size_t), counts, wrong, 8);
}

int main(int argc, char **argv) {
  static char image[1 << 20];
  static const char *const kernels[] = {"last_block", "store_load", "fences"};
  void *context, *module;
  int failed = argc < 2;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  CALL(cuInit, (unsigned), 0);
  CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, 0);
  CALL(cuCtxSetCurrent, (void *), context);
  for (int i = 1; i != argc; ++i) {
    file = argv[i];
    FILE *in = fopen(file, "rb");
    size_t size = in ? fread(image, 1, sizeof image - 1, in) : 0;
    image[size] = 0;
    CALL(cuModuleLoadData, (void **, const void *), &module, image);
    for (unsigned k = 0; k != sizeof kernels / sizeof *kernels; ++k) {
      uint32_t counts[2];
      run(module, kernels[k], counts);
      printf("%s: %s: %u of %u wrong, %d launches of %d blocks\n", file,
             kernels[k], counts[0], counts[1], ROUNDS, BLOCKS);
      failed |= counts[0] != 0 || counts[1] == 0;
    }
  }
  return failed;
}
