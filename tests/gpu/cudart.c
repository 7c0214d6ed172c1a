// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through NVIDIA's runtime library.

#include "runtimes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ENTRY(CUDA, vecadd)
ENTRY(CUDA, saxpy)
ENTRY(CUDA, normalize_rows)
ENTRY(CUDA, histogram)

struct dim3 {
  unsigned x, y, z;
};

int cudaMalloc(void **device, size_t size);
int cudaMemcpy(void *to, const void *from, size_t size, int direction);
int cudaLaunchKernel(const void *id, struct dim3 grid, struct dim3 block,
                     void **arguments, size_t shared, void *stream);
int cudaDeviceSynchronize(void);
const char *cudaGetErrorString(int error);

static void check(int error, const char *what) {
  if (!error)
    return;
  fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  exit(100);
}

void *upload(const void *data, size_t size) {
  void *device = 0;
  check(cudaMalloc(&device, size), "cudaMalloc");
  check(cudaMemcpy(device, data, size, 1), "cudaMemcpy to the device");
  return device;
}

void download(void *data, void *device, size_t size) {
  check(cudaMemcpy(data, device, size, 2), "cudaMemcpy from the device");
}

void launch(const char *kernel, void **arguments, size_t count) {
  struct {
    const char *name;
    void *id;
  } ids[] = {{"vecadd", &vecadd_id},
             {"saxpy", &saxpy_id},
             {"normalize_rows", &normalize_rows_id},
             {"histogram", &histogram_id}};
  void *pointers[8];
  for (size_t i = 0; i != count; ++i)
    pointers[i] = &arguments[i];
  const struct dim3 grid = {BLOCKS, 1, 1}, block = {THREADS, 1, 1};
  for (size_t i = 0; i != sizeof(ids) / sizeof(*ids); ++i)
    if (strcmp(ids[i].name, kernel) == 0)
      check(cudaLaunchKernel(ids[i].id, grid, block, pointers, 0, 0), kernel);
  check(cudaDeviceSynchronize(), kernel);
}
