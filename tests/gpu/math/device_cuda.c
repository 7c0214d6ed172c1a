// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"

#include "grid.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 128, MAX_MODULES = 64, MAX_ARRAYS = 6 };

static void *library;
static void *modules[MAX_MODULES];
static int module_count;
static void *device_arrays[MAX_ARRAYS];

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

static void start(void) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    fail("dlopen of libcuda.so.1", 0);
  int device;
  void *context;
  CALL(cuInit, (unsigned), 0);
  CALL(cuDeviceGet, (int *, int), &device, 0);
  CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  CALL(cuCtxSetCurrent, (void *), context);
  for (int i = 0; i != MAX_ARRAYS; ++i)
    CALL(cuMemAlloc_v2, (void **, size_t), &device_arrays[i],
         POINTS * sizeof(double));
}

/// The file's bytes and a NUL.
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    fail(path, 0);
  enum { LIMIT = 1 << 24 };
  char *bytes = calloc(1, LIMIT + 1);
  if (!bytes || fread(bytes, 1, LIMIT, file) == 0)
    fail(path, 0);
  fclose(file);
  return bytes;
}

void open_cuda(int count, char **paths) {
  start();
  for (int i = 0; i != count && i != MAX_MODULES; ++i) {
    char *text = read_file(paths[i]);
    void *module;
    const int error =
        ((int (*)(void **, const void *))symbol("cuModuleLoadData"))(&module,
                                                                     text);
    free(text);
    if (error)
      fail(paths[i], error);
    modules[module_count++] = module;
  }
}

/// Names are unique among the files.
static void *find_kernel(const char *name) {
  for (int i = 0; i != module_count; ++i) {
    void *function;
    if (((int (*)(void **, void *, const char *))symbol("cuModuleGetFunction"))(
            &function, modules[i], name) == 0)
      return function;
  }
  return NULL;
}

bool run_on_cuda(const struct kernel *kernel, const struct letters *arguments,
                 void *const *in, const struct letters *results,
                 void *const *out) {
  void *function = find_kernel(kernel->name);
  if (!function)
    return false;
  void *pointers[MAX_ARRAYS];
  for (int i = 0; i != MAX_ARRAYS; ++i)
    pointers[i] = &device_arrays[i];
  const size_t first = arguments->count;
  for (size_t i = 0; i != first; ++i)
    CALL(cuMemcpyHtoD_v2, (void *, const void *, size_t), device_arrays[i],
         in[i], POINTS * letter_size(arguments->letter[i]));
  // A result that is not stored must not look like one of the last kernel.
  for (size_t i = 0; i != results->count; ++i)
    CALL(cuMemsetD8_v2, (void *, unsigned char, size_t),
         device_arrays[first + i], 0xa5,
         POINTS * letter_size(results->letter[i]));
  CALL(cuLaunchKernel,
       (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
        unsigned, void *, void **, void **),
       function, POINTS / THREADS, 1, 1, THREADS, 1, 1, 0, NULL, pointers,
       NULL);
  CALL(cuCtxSynchronize, (void));
  for (size_t i = 0; i != results->count; ++i)
    CALL(cuMemcpyDtoH_v2, (void *, void *, size_t), out[i],
         device_arrays[first + i], POINTS * letter_size(results->letter[i]));
  return true;
}
