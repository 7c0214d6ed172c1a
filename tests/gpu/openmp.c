// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through LLVM's libomptarget (openmp/libomptarget's interface of LLVM 22).

#include "runtimes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ENTRY(OPENMP, vecadd)
ENTRY(OPENMP, saxpy)
ENTRY(OPENMP, normalize_rows)
ENTRY(OPENMP, histogram)

struct kernel_arguments {
  uint32_t version, count;
  void **base_pointers, **pointers;
  int64_t *sizes, *types;
  void **names, **mappers;
  uint64_t trip_count, flags;
  uint32_t teams[3], threads[3], dynamic_memory;
};

int __tgt_target_kernel(void *location, int64_t device, int32_t teams,
                        int32_t threads, void *id, void *arguments);
void *omp_target_alloc(size_t size, int device);
int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset,
                      size_t from_offset, int to_device, int from_device);
int omp_get_initial_device(void);

static void fail(const char *what) {
  fprintf(stderr, "%s failed\n", what);
  exit(100);
}

void *upload(const void *data, size_t size) {
  void *device = omp_target_alloc(size, 0);
  if (!device)
    fail("omp_target_alloc");
  if (omp_target_memcpy(device, data, size, 0, 0, 0, omp_get_initial_device()))
    fail("omp_target_memcpy to the device");
  return device;
}

void download(void *data, void *device, size_t size) {
  if (omp_target_memcpy(data, device, size, 0, 0, omp_get_initial_device(), 0))
    fail("omp_target_memcpy from the device");
}

void launch(const char *kernel, void **arguments, size_t count) {
  struct {
    const char *name;
    void *id;
  } ids[] = {{"vecadd", &vecadd_id},
             {"saxpy", &saxpy_id},
             {"normalize_rows", &normalize_rows_id},
             {"histogram", &histogram_id}};
  int64_t sizes[8], types[8];
  for (size_t i = 0; i != count; ++i) {
    sizes[i] = sizeof(void *);
    types[i] = 0x120; // A literal that is a parameter of the kernel.
  }
  for (size_t i = 0; i != sizeof(ids) / sizeof(*ids); ++i) {
    if (strcmp(ids[i].name, kernel) != 0)
      continue;
    struct kernel_arguments all = {3,     (uint32_t)count, arguments, arguments,
                                   sizes, types,           0,         0,
                                   0,     0,               {BLOCKS, 1, 1},
                                   {THREADS, 1, 1},        0};
    if (__tgt_target_kernel(0, 0, BLOCKS, THREADS, ids[i].id, &all))
      fail(kernel);
  }
}
