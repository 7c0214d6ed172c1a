// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels that compute one number each, and compares it with the one that
// the CPU computed: checksums <folder>. The folder's plan.txt has a line for
// each: the file of PTX, the kernel, the number in hexadecimal. A process each,
// several at once: a driver that dies of one must not hide the others. PTX for
// newer GPUs than this one is left out.

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 8, NAME = 256, STACK_LIMIT = 0, STACK = 1 << 16 };
enum { CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };

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
      return WRONG;                                                            \
    }                                                                          \
  } while (0)

enum Outcome { RIGHT, WRONG, LEFT_OUT, OUTCOMES };

/// The processor that PTX is for, 90 for sm_90.
static int target_of(const char *text) {
  const char *target = strstr(text, "\n.target sm_");
  return target ? atoi(target + sizeof "\n.target sm_" - 1) : 0;
}

static char *contents(const char *path) {
  enum { LIMIT = 1 << 25 };
  char *bytes = calloc(1, LIMIT + 1);
  FILE *opened = fopen(path, "rb");
  return bytes && opened && fread(bytes, 1, LIMIT, opened) ? bytes : NULL;
}

static enum Outcome run(const char *file, const char *kernel,
                        uint64_t expected) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  char *text = contents(file);
  if (!library || !text) {
    printf("  %s: no driver or no file\n", file);
    return WRONG;
  }
  void *context, *module, *function;
  uint64_t device_memory, count = 1, result = 0;
  int major, minor;
  CALL(cuInit, 0);
  CALL(cuDeviceGetAttribute, &major, CAPABILITY_MAJOR, 0);
  CALL(cuDeviceGetAttribute, &minor, CAPABILITY_MINOR, 0);
  if (target_of(text) > 10 * major + minor)
    return LEFT_OUT;
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
  if (result == expected)
    return RIGHT;
  printf("  %s: %016" PRIx64 ", not %016" PRIx64 "\n", file, result, expected);
  return WRONG;
}

static enum Outcome one_less(void) {
  int status;
  wait(&status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : WRONG;
}

int main(int count, char **arguments) {
  if (count != 2 || chdir(arguments[1]) != 0)
    return 2;
  FILE *plan = fopen("plan.txt", "r");
  if (!plan)
    return 2;
  char file[NAME], kernel[NAME];
  uint64_t expected;
  int running = 0, outcomes[OUTCOMES] = {0};
  while (fscanf(plan, "%255s %255s %" SCNx64, file, kernel, &expected) == 3) {
    if (running == AT_ONCE) {
      ++outcomes[one_less()];
      --running;
    }
    fflush(stdout);
    if (fork() == 0) {
      alarm(120);
      const enum Outcome outcome = run(file, kernel, expected);
      fflush(stdout);
      _exit(outcome);
    }
    ++running;
  }
  for (; running; --running)
    ++outcomes[one_less()];
  const int judged = outcomes[RIGHT] + outcomes[WRONG];
  printf("  %d of %d right, %d for newer GPUs left out\n", outcomes[RIGHT],
         judged, outcomes[LEFT_OUT]);
  return outcomes[WRONG] != 0 || judged == 0;
}
