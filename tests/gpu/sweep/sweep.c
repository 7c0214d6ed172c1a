// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   sweep <expected> <folder>/<kernel>.ptx...
//
// Runs the kernel that each file is named after through NVIDIA's driver, with
// one thread, and compares what it wrote with its line of <expected> (name,
// result in hexadecimal). As many files as there are processors are compiled
// and run side by side. The last lines say how many were right in each folder.

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT = 256, FOLDERS = 64, STACK = 1 << 14, SEED = 20220 };

static struct {
  char name[64];
  uint64_t result;
} cases[LIMIT];
static int count;

static struct {
  const char *name;
  int length, files, right;
} folders[FOLDERS];
static int folder_count;

typedef struct {
  pid_t process;
  int folder;
} Run;

static void *library;
static const char *file;

#define CALL(name, types, ...)                                                 \
  do {                                                                         \
    int(*api) types = (int(*) types)dlsym(library, #name);                     \
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

static int is_right(int which) {
  library = dlopen("libcuda.so.1", RTLD_NOW);
  int device;
  void *context, *module, *out, *function;
  uint64_t result = 0, seed = SEED;
  void *arguments[] = {&out, &seed};
  CALL(cuInit, (unsigned), 0);
  CALL(cuDeviceGet, (int *, int), &device, 0);
  CALL(cuDevicePrimaryCtxRetain, (void **, int), &context, device);
  CALL(cuCtxSetCurrent, (void *), context);
  CALL(cuCtxSetLimit, (int, size_t), 0, STACK);
  const char *ptx = read_file(file);
  CALL(cuModuleLoadData, (void **, const void *), &module, ptx);
  CALL(cuMemAlloc_v2, (void **, size_t), &out, 8);
  CALL(cuModuleGetFunction, (void **, void *, const char *), &function, module,
       cases[which].name);
  CALL(cuMemcpyHtoD_v2, (void *, const void *, size_t), out, &result, 8);
  CALL(cuLaunchKernel,
       (void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
        unsigned, void *, void **, void **),
       function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
  CALL(cuCtxSynchronize, (void));
  CALL(cuMemcpyDtoH_v2, (void *, void *, size_t), &result, out, 8);
  if (result == cases[which].result)
    return 1;
  printf("%s: WRONG: %016llx for %016llx\n", file, (unsigned long long)result,
         (unsigned long long)cases[which].result);
  fflush(stdout);
  return 0;
}

/// The case that a file is named after, or -1.
static int case_of(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (int i = 0; i != count; ++i) {
    size_t length = strlen(cases[i].name);
    if (!strncmp(name, cases[i].name, length) && name[length] == '.')
      return i;
  }
  return -1;
}

static int folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  int length = slash ? (int)(slash - path) : 0, i = 0;
  while (i != folder_count && (folders[i].length != length ||
                               strncmp(folders[i].name, path, length) != 0))
    ++i;
  if (i == FOLDERS)
    exit(2);
  if (i == folder_count) {
    folders[folder_count].name = path;
    folders[folder_count++].length = length;
  }
  return i;
}

/// Waits for one of \p runs to end, and makes room for another.
static void finish_one(Run *runs, int *running) {
  int status;
  pid_t process = wait(&status);
  for (int i = 0; i != *running; ++i) {
    if (runs[i].process != process)
      continue;
    folders[runs[i].folder].right += status == 0;
    runs[i] = runs[--*running];
    return;
  }
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  FILE *in = fopen(argv[1], "r");
  unsigned long long result;
  while (in && count != LIMIT &&
         fscanf(in, "%63s %llx", cases[count].name, &result) == 2)
    cases[count++].result = result;
  int limit = (int)sysconf(_SC_NPROCESSORS_ONLN), running = 0, total = 0;
  Run *runs = calloc(limit, sizeof(Run));
  for (int i = 2; i != argc; ++i) {
    file = argv[i];
    int which = case_of(file), folder = folder_of(file);
    ++folders[folder].files;
    if (which < 0) {
      printf("%s: no result is expected of it\n", file);
      continue;
    }
    if (running == limit)
      finish_one(runs, &running);
    fflush(stdout);
    pid_t process = fork();
    if (!process)
      _exit(is_right(which) ? 0 : 1);
    runs[running].process = process;
    runs[running++].folder = folder;
  }
  while (running)
    finish_one(runs, &running);
  for (int i = 0; i != folder_count; ++i) {
    total += folders[i].right;
    printf("%.*s: %d of %d right\n", folders[i].length, folders[i].name,
           folders[i].right, folders[i].files);
  }
  return total != argc - 2;
}
