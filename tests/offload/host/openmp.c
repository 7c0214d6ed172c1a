// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Launches both kernels through libomptarget and checks what they computed. */
#include "openmp.h"

#include <stdio.h>

OFFLOAD_ENTRY(vecadd);
OFFLOAD_ENTRY(scale);

enum { N = 1000, FIRST_DEVICE = -1, TEAMS = 4, THREADS = 32 };

static int launch(void *id, unsigned count, void **values, int64_t *sizes,
                  int64_t *types) {
  struct kernel_arguments arguments = {
      .version = 3,
      .count = count,
      .base_pointers = values,
      .pointers = values,
      .sizes = sizes,
      .types = types,
      .teams = {TEAMS, 1, 1},
      .threads = {THREADS, 1, 1},
  };
  return __tgt_target_kernel(NULL, FIRST_DEVICE, TEAMS, THREADS, id,
                             &arguments);
}

static int check_vecadd(void) {
  static float a[N], b[N], out[N];
  for (int i = 0; i < N; ++i) {
    a[i] = (float)i;
    b[i] = 0.5f * (float)i;
  }
  void *values[] = {a, b, out, (void *)(uintptr_t)N};
  int64_t sizes[] = {sizeof a, sizeof b, sizeof out, sizeof(void *)};
  int64_t types[] = {MAP_PARAMETER | MAP_TO, MAP_PARAMETER | MAP_TO,
                     MAP_PARAMETER | MAP_FROM, MAP_PARAMETER | MAP_LITERAL};
  if (launch(&vecadd_id, 4, values, sizes, types) != 0)
    return printf("vecadd was not launched\n"), 1;
  for (int i = 0; i < N; ++i)
    if (out[i] != 1.5f * (float)i)
      return printf("vecadd: out[%d] is %g\n", i, (double)out[i]), 1;
  return 0;
}

static int check_scale(void) {
  static const uint32_t weights[] = {2, 3, 5, 7, 11};
  static uint32_t data[N];
  enum { FACTOR = 0x01234567 };
  for (uint32_t i = 0; i < N; ++i)
    data[i] = i * i;
  void *values[] = {data, (void *)(uintptr_t)FACTOR, (void *)(uintptr_t)N};
  int64_t sizes[] = {sizeof data, sizeof(void *), sizeof(void *)};
  int64_t types[] = {MAP_PARAMETER | MAP_TO | MAP_FROM,
                     MAP_PARAMETER | MAP_LITERAL, MAP_PARAMETER | MAP_LITERAL};
  if (launch(&scale_id, 3, values, sizes, types) != 0)
    return printf("scale was not launched\n"), 1;
  for (uint32_t i = 0; i < N; ++i)
    if (data[i] != i * i * FACTOR + weights[i % 5])
      return printf("scale: data[%u] is %u\n", i, data[i]), 1;
  return 0;
}

int main(void) {
  if (check_vecadd() || check_scale())
    return 1;
  puts("vecadd and scale computed right");
  return 0;
}
