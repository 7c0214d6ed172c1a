/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runs an image that is in memory. Each function exits with a message if it
 * cannot.
 */

#ifndef LAUNCH_H
#define LAUNCH_H

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *need(void *pointer, const char *what) {
  if (!pointer) {
    fprintf(stderr, "%s: %s\n", what, dlerror());
    exit(1);
  }
  return pointer;
}

/* An x86-64 image is a shared library; dlopen wants a path for it. */
static void launch_on_host(const void *image, size_t size, const char *kernel,
                           float *numbers, int count) {
  const int file = memfd_create("image", MFD_CLOEXEC);
  if (file < 0 || write(file, image, size) != (ssize_t)size) {
    perror("image");
    exit(1);
  }
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
  void *library = need(dlopen(path, RTLD_NOW), "image");
  void (*run)(float *, int);
  *(void **)&run = need(dlsym(library, kernel), kernel);
  run(numbers, count);
  dlclose(library);
  close(file);
}

static void check(int status, const char *what) {
  if (status != 0) {
    fprintf(stderr, "%s: CUDA error %d\n", what, status);
    exit(1);
  }
}

/* CUDA's driver, without its header; PTX ends with a zero byte. */
static void launch_on_gpu(const void *ptx, const char *kernel, float *numbers,
                          int count) {
  typedef unsigned long long address;
  void *cuda = need(dlopen("libcuda.so.1", RTLD_NOW), "CUDA's driver");
#define DRIVER(name, ...)                                                      \
  int (*name)(__VA_ARGS__);                                                    \
  *(void **)&name = need(dlsym(cuda, #name), #name)
  DRIVER(cuInit, unsigned);
  DRIVER(cuDeviceGet, int *, int);
  DRIVER(cuDevicePrimaryCtxRetain, void **, int);
  DRIVER(cuCtxSetCurrent, void *);
  DRIVER(cuModuleLoadData, void **, const void *);
  DRIVER(cuModuleGetFunction, void **, void *, const char *);
  DRIVER(cuMemAlloc_v2, address *, size_t);
  DRIVER(cuMemcpyHtoD_v2, address, const void *, size_t);
  DRIVER(cuMemcpyDtoH_v2, void *, address, size_t);
  DRIVER(cuLaunchKernel, void *, unsigned, unsigned, unsigned, unsigned,
         unsigned, unsigned, unsigned, void *, void **, void **);
#undef DRIVER
  int device;
  void *context, *module, *function;
  address memory;
  const size_t size = (size_t)count * sizeof(float);
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  check(cuModuleLoadData(&module, ptx), "cuModuleLoadData");
  check(cuModuleGetFunction(&function, module, kernel), "cuModuleGetFunction");
  check(cuMemAlloc_v2(&memory, size), "cuMemAlloc");
  check(cuMemcpyHtoD_v2(memory, numbers, size), "cuMemcpyHtoD");
  void *parameters[] = {&memory, &count};
  check(cuLaunchKernel(function, ((unsigned)count + 255) / 256, 1, 1, 256, 1, 1,
                       0, NULL, parameters, NULL),
        "cuLaunchKernel");
  check(cuMemcpyDtoH_v2(numbers, memory, size), "cuMemcpyDtoH");
}

#endif
