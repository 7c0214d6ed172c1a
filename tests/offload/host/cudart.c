// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Asks CUDA's real runtime library for the kernels store and load, whose image
 * only our object registers. */
#include "openmp.h"

#include <stdio.h>

enum { CLASS_CUDA = 2, SUCCESS = 0, INVALID_DEVICE_FUNCTION = 98 };

#define ENTRY(kernel)                                                          \
  void kernel##_stub(void) {}                                                  \
  extern struct offload_entry kernel##_entry __asm__(                          \
      ".offloading.entry." #kernel);                                           \
  __attribute__((section("llvm_offload_entries"), weak,                        \
                 aligned(8))) struct offload_entry kernel##_entry = {          \
      0, 1, CLASS_CUDA, 0, (void *)kernel##_stub, #kernel, 0, 0, 0}

ENTRY(store);
ENTRY(load);

int cudaGetDeviceCount(int *count);
int cudaFuncGetAttributes(void *attributes, const void *function);
const char *cudaGetErrorName(int error);

static int known(const void *function) {
  static char attributes[4096];
  return cudaFuncGetAttributes(attributes, function);
}

int main(void) {
  int count = 0;
  const int error = cudaGetDeviceCount(&count);
  if (error != SUCCESS) {
    printf("no device: %s\n", cudaGetErrorName(error));
    /* The same refusal, not that the kernels are unknown. */
    return known((const void *)store_stub) != error ||
           known((const void *)load_stub) != error;
  }
  printf("%d devices\n", count);
  return known((const void *)store_stub) != SUCCESS ||
         known((const void *)load_stub) != SUCCESS ||
         known((const void *)main) != INVALID_DEVICE_FUNCTION;
}
