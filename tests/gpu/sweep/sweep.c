// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   sweep <expected> <ptx>...
//
// Runs every kernel that <expected> names (a line each: name, result in hexadecimal) of each PTX file through
// NVIDIA's driver, one thread each, and compares what it wrote. The files are compiled and run side by side.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 256, STACK = 1 << 14, SEED = 20220 };

static struct {
  char name[64];
  uint64_t result;
} cases[LIMIT];
static int count;

static void *library;
static const char *file;

#define CALL(name, types, ...)                                                 \
  do {                                                                         \
    int (*api) types = (int (*) types)dlsym(library, #name);                   \
    int error = api ? api(__VA_ARGS__) : -1;                                   \
    if (error) {                                                               \
      printf("%s: %s failed: %d\n", file, #name, error);                       \
      fflush(stdout);                                                          \
      _exit(100);                                                              \
    }                                                                          \
  } while (0)

static char *read_file(const char *path) {
  FILE *in = fopen(path, "rb");
  if (!in || fseek(in, 0, SEEK_END))
    return NULL;
  long size = ftell(in);
  rewind(in);
  char *bytes = calloc(1, size + 1);
  if (fread(bytes, 1, size, in) != (size_t)size)
    return NULL;
  fclose(in);
  return bytes;
}

/// The number of results that are right.
static int run(void) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  int device, right = 0;
  void *context, *module, *out;
  CALL(cuInit, (unsigned), 0);
  CALL(cuDeviceGet, (int *, int), &device, 0);
  CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  CALL(cuCtxSetCurrent, (void *), context);
  CALL(cuCtxSetLimit, (int, size_t), 0, STACK);
  const char *ptx = read_file(file);
  CALL(cuModuleLoadData, (void **, const void *), &module, ptx);
  CALL(cuMemAlloc_v2, (void **, size_t), &out, 8);
  for (int i = 0; i != count; ++i) {
    void *function;
    uint64_t result = 0, seed = SEED;
    void *arguments[] = {&out, &seed};
    CALL(cuModuleGetFunction, (void **, void *, const char *), &function,
         module, cases[i].name);
    CALL(cuMemcpyHtoD_v2, (void *, const void *, size_t), out, &result, 8);
    CALL(cuLaunchKernel,
         (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
          unsigned, void *, void **, void **),
         function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
    CALL(cuCtxSynchronize, (void));
    CALL(cuMemcpyDtoH_v2, (void *, void *, size_t), &result, out, 8);
    if (result == cases[i].result)
      ++right;
    else
      printf("%s: %s WRONG: %016llx for %016llx\n", file, cases[i].name,
             (unsigned long long)result, (unsigned long long)cases[i].result);
  }
  return right;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  FILE *in = fopen(argv[1], "r");
  unsigned long long result;
  while (in && count != LIMIT &&
         fscanf(in, "%63s %llx", cases[count].name, &result) == 2)
    cases[count++].result = result;
  for (int i = 2; i != argc; ++i) {
    file = argv[i];
    if (fork())
      continue;
    int right = run();
    printf("%s: %d of %d right\n", file, right, count);
    fflush(stdout);
    _exit(right == count && count ? 0 : 1);
  }
  int status, failed = 0;
  while (wait(&status) > 0)
    failed |= status;
  return failed != 0;
}
