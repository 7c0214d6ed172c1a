// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels that compute one number each, and compares it with the one that
// the CPU computed: checksums <folder>. The folder's plan.txt has a line for
// each: the file of PTX, the kernel, the number in hexadecimal. A process each,
// several at once: a driver that dies of one must not hide the others.

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 8, NAME = 256, STACK_LIMIT = 0, STACK = 1 << 16 };

typedef int (*Function)();
static void *library;
static int failed;

/// Calls a function of the driver, unless one before has failed.
#define CALL(name, ...)                                                        \
  do {                                                                         \
    Function called = (Function)dlsym(library, #name);                         \
    if (!failed)                                                               \
      failed = called ? called(__VA_ARGS__) : -1;                              \
    if (failed) {                                                              \
      printf("  %s: " #name " failed: %d\n", file, failed);                    \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static char *contents(const char *path) {
  enum { LIMIT = 1 << 25 };
  char *bytes = calloc(1, LIMIT + 1);
  FILE *opened = fopen(path, "rb");
  return bytes && opened && fread(bytes, 1, LIMIT, opened) ? bytes : NULL;
}

static int run(const char *file, const char *kernel, uint64_t expected) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  char *text = contents(file);
  if (!library || !text) {
    printf("  %s: no driver or no file\n", file);
    return 1;
  }
  void *context, *module, *function;
  uint64_t device_memory, count = 1, result = 0;
  CALL(cuInit, 0);
  CALL(cuDevicePrimaryCtxRetain, &context, 0);
  CALL(cuCtxSetCurrent, context);
  CALL(cuCtxSetLimit, STACK_LIMIT, (size_t)STACK);
  CALL(cuModuleLoadData, &module, text);
  CALL(cuModuleGetFunction, &function, module, kernel);
  CALL(cuMemAlloc_v2, &device_memory, sizeof result);
  void *arguments[] = {&device_memory, &count};
  CALL(cuLaunchKernel, function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
  CALL(cuCtxSynchronize, );
  CALL(cuMemcpyDtoH_v2, &result, device_memory, sizeof result);
  if (result != expected)
    printf("  %s: %016" PRIx64 ", not %016" PRIx64 "\n", file, result,
           expected);
  return result != expected;
}

static int one_less(void) {
  int status = 1;
  wait(&status);
  return status != 0;
}

int main(int count, char **arguments) {
  if (count != 2 || chdir(arguments[1]) != 0)
    return 2;
  FILE *plan = fopen("plan.txt", "r");
  if (!plan)
    return 2;
  char file[NAME], kernel[NAME];
  uint64_t expected;
  int running = 0, all = 0, wrong = 0;
  while (fscanf(plan, "%255s %255s %" SCNx64, file, kernel, &expected) == 3) {
    if (running == AT_ONCE) {
      wrong += one_less();
      --running;
    }
    fflush(stdout);
    if (fork() == 0) {
      alarm(120);
      const int status = run(file, kernel, expected);
      fflush(stdout);
      _exit(status);
    }
    ++running;
    ++all;
  }
  for (; running; --running)
    wrong += one_less();
  printf("  %d of %d right\n", all - wrong, all);
  return wrong != 0 || all == 0;
}
