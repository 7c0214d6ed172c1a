/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The drivers are opened when they are there, so the program needs neither to
 * be built nor to start.
 */

#define _GNU_SOURCE

#include "devices.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { BLOCKS = 32, THREADS = 64 };

/* The image is a shared library; dlopen wants a path for it. */
int run_on_host(const char *image, uint64_t size, unsigned char *bytes,
                int count) {
  const int file = memfd_create("image", MFD_CLOEXEC);
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
  if (file < 0 || write(file, image, size) != (ssize_t)size)
    return 0;
  void *library = dlopen(path, RTLD_NOW);
  close(file);
  if (!library)
    return 0;
  void (*primes)(unsigned char *, int);
  *(void **)&primes = dlsym(library, "primes");
  if (primes)
    primes(bytes, count);
  dlclose(library);
  return primes != NULL;
}

#define CALL(name, types, ...)                                                 \
  (*(int (**) types) & (void *[]){dlsym(driver, name)})(__VA_ARGS__)

int run_on_nvidia(const char *image, unsigned char *bytes, int count) {
  void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  int device;
  void *context, *module, *kernel;
  unsigned long long memory;
  if (!driver || CALL("cuInit", (unsigned), 0) ||
      CALL("cuDeviceGet", (int *, int), &device, 0) ||
      CALL("cuDevicePrimaryCtxRetain", (void **, int), &context, device) ||
      CALL("cuCtxSetCurrent", (void *), context) ||
      CALL("cuModuleLoadData", (void **, const void *), &module, image) ||
      CALL("cuModuleGetFunction", (void **, void *, const char *), &kernel,
           module, "primes") ||
      CALL("cuMemAlloc_v2", (unsigned long long *, size_t), &memory, count))
    return 0;
  void *arguments[] = {&memory, &count};
  return !CALL("cuLaunchKernel",
               (void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **),
               kernel, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL) &&
         !CALL("cuMemcpyDtoH_v2", (void *, unsigned long long, size_t), bytes,
               memory, count);
}

int run_on_amd(const char *image, unsigned char *bytes, int count) {
  void *driver = dlopen("libamdhip64.so", RTLD_NOW);
  void *module, *kernel, *memory;
  enum { DEVICE_TO_HOST = 2 };
  if (!driver || CALL("hipInit", (unsigned), 0) ||
      CALL("hipModuleLoadData", (void **, const void *), &module, image) ||
      CALL("hipModuleGetFunction", (void **, void *, const char *), &kernel,
           module, "primes") ||
      CALL("hipMalloc", (void **, size_t), &memory, count))
    return 0;
  void *arguments[] = {&memory, &count};
  return !CALL("hipModuleLaunchKernel",
               (void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **),
               kernel, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL) &&
         !CALL("hipMemcpy", (void *, const void *, size_t, int), bytes, memory,
               count, DEVICE_TO_HOST);
}
