// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Launches the kernels `first` and `second`, each of which stores a number;
 * -DSECOND: the program has both of them; -DLIBRARY: a shared library has the
 * second. */
#include "openmp.h"

#include <stdio.h>

OFFLOAD_ENTRY(first);
#ifdef SECOND
OFFLOAD_ENTRY(second);
#endif

static int run(void *id) {
  enum { FIRST_DEVICE = -1 };
  static int out;
  out = -1;
  void *values[] = {&out};
  int64_t sizes[] = {sizeof out}, types[] = {MAP_PARAMETER | MAP_FROM};
  struct kernel_arguments arguments = {
      .version = 3,
      .count = 1,
      .base_pointers = values,
      .pointers = values,
      .sizes = sizes,
      .types = types,
      .teams = {1, 1, 1},
      .threads = {1, 1, 1},
  };
  return __tgt_target_kernel(NULL, FIRST_DEVICE, 1, 1, id, &arguments) == 0
             ? out
             : -2;
}

int run_library(void);

int main(void) {
  printf("%s: %d\n", first_entry.name, run(&first_id));
#ifdef SECOND
  printf("second: %d\n", run(&second_id));
#endif
#ifdef LIBRARY
  return run_library();
#else
  return 0;
#endif
}
