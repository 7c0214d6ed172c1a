// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through NVIDIA's driver, with an image from the raw host object (`image`, from
// --offload-kind=raw) or, where a file is named in KERNELS, from that file.

#include "runtimes.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern const char image[], image_end[], image_kernels[];
extern const uint64_t image_size;

static void *library;
static void *module;

static void fail(const char *what, int error) {
  fprintf(stderr, "%s failed: %d\n", what, error);
  exit(100);
}

static void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found)
    fail(name, 0);
  return found;
}

#define CALL(name, types, ...)                                                 \
  do {                                                                         \
    int error = ((int(*) types)symbol(#name))(__VA_ARGS__);                    \
    if (error)                                                                 \
      fail(#name, error);                                                      \
  } while (0)

/// The file's bytes and a NUL.
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    fail(path, 0);
  enum { LIMIT = 1 << 22 };
  char *bytes = calloc(1, LIMIT + 1);
  if (!bytes || fread(bytes, 1, LIMIT, file) == 0)
    fail(path, 0);
  fclose(file);
  return bytes;
}

static void start(void) {
  if (module)
    return;
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    fail("dlopen of libcuda.so.1", 0);
  int device;
  void *context;
  CALL(cuInit, (unsigned), 0);
  CALL(cuDeviceGet, (int *, int), &device, 0);
  CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  CALL(cuCtxSetCurrent, (void *), context);
  const char *path = getenv("KERNELS");
  if (!path && (image_end != image + image_size || !image_kernels[0]))
    fail("the symbols of the raw host object", 0);
  CALL(cuModuleLoadData, (void **, const void *), &module,
       path ? read_file(path) : image);
}

void *upload(const void *data, size_t size) {
  start();
  void *device;
  CALL(cuMemAlloc_v2, (void **, size_t), &device, size);
  CALL(cuMemcpyHtoD_v2, (void *, const void *, size_t), device, data, size);
  return device;
}

void download(void *data, void *device, size_t size) {
  CALL(cuMemcpyDtoH_v2, (void *, void *, size_t), data, device, size);
}

void launch(const char *kernel, void **arguments, size_t count) {
  void *function;
  void *pointers[8];
  for (size_t i = 0; i != count; ++i)
    pointers[i] = &arguments[i];
  CALL(cuModuleGetFunction, (void **, void *, const char *), &function, module,
       kernel);
  CALL(cuLaunchKernel,
       (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
        unsigned, void *, void **, void **),
       function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, pointers, NULL);
  CALL(cuCtxSynchronize, (void));
}
