// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Launches store(out, 42) with an unusual geometry; the status of the launch is
 * the program's. */
#include "openmp.h"

#include <stdio.h>

OFFLOAD_ENTRY(store);

int main(void) {
  enum { FIRST_DEVICE = -1, VALUE = 42 };
  int out = -1;
  void *values[] = {&out, (void *)(uintptr_t)VALUE};
  int64_t sizes[] = {sizeof out, sizeof(void *)};
  int64_t types[] = {MAP_PARAMETER | MAP_FROM, MAP_PARAMETER | MAP_LITERAL};
  struct kernel_arguments arguments = {
      .version = 3,
      .count = 2,
      .base_pointers = values,
      .pointers = values,
      .sizes = sizes,
      .types = types,
      .teams = {5, 3, 2},
      .threads = {64, 4, 1},
  };
  const int status =
      __tgt_target_kernel(NULL, FIRST_DEVICE, 5, 64, &store_id, &arguments);
  printf("status: %d, out: %d\n", status, out);
  return status != 0;
}
