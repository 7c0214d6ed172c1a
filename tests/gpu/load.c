// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads each file of the command line with NVIDIA's driver: PTX or a cubin. One
// process each: a driver that dies of one file must not hide the others.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int load(const char *path) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    return 100;
  int (*init)(unsigned) = (int (*)(unsigned))dlsym(library, "cuInit");
  int (*retain)(void **, int) =
      (int (*)(void **, int))dlsym(library, "cuDevicePrimaryCtxRetain");
  int (*set)(void *) = (int (*)(void *))dlsym(library, "cuCtxSetCurrent");
  int (*load)(void **, const void *) =
      (int (*)(void **, const void *))dlsym(library, "cuModuleLoadData");
  void *context;
  if (!init || !retain || !set || !load || init(0) || retain(&context, 0) ||
      set(context))
    return 100;
  enum { LIMIT = 1 << 23 };
  char *bytes = calloc(1, LIMIT + 1);
  FILE *file = fopen(path, "rb");
  if (!bytes || !file || fread(bytes, 1, LIMIT, file) == 0)
    return 101;
  void *module;
  return load(&module, bytes) ? 102 : 0;
}

int main(int count, char **paths) {
  int failures = 0;
  for (int i = 1; i != count; ++i) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
      _exit(load(paths[i]));
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
      printf("  %s: the driver died of signal %d\n", paths[i],
             WTERMSIG(status));
    else if (status)
      printf("  %s: not loaded (%d)\n", paths[i], WEXITSTATUS(status));
    failures += status != 0;
  }
  printf("  %d of %d loaded\n", count - 1 - failures, count - 1);
  return failures != 0;
}
