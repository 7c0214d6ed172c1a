// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads each file of the command line with NVIDIA's driver: PTX or a cubin.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **paths) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  if (!library)
    return puts(dlerror()), 100;
  int (*init)(unsigned) = (int (*)(unsigned))dlsym(library, "cuInit");
  int (*retain)(void **, int) =
      (int (*)(void **, int))dlsym(library, "cuDevicePrimaryCtxRetain");
  int (*set)(void *) = (int (*)(void *))dlsym(library, "cuCtxSetCurrent");
  int (*load)(void **, const void *) =
      (int (*)(void **, const void *))dlsym(library, "cuModuleLoadData");
  void *context;
  if (!init || !retain || !set || !load || init(0) || retain(&context, 0) ||
      set(context))
    return puts("no device"), 100;
  int failures = 0;
  for (int i = 1; i != count; ++i) {
    enum { LIMIT = 1 << 23 };
    char *bytes = calloc(1, LIMIT + 1);
    FILE *file = fopen(paths[i], "rb");
    if (!bytes || !file || fread(bytes, 1, LIMIT, file) == 0)
      return printf("cannot read %s\n", paths[i]), 100;
    void *module;
    int error = load(&module, bytes);
    if (error)
      printf("  %s: error %d\n", paths[i], error);
    failures += error != 0;
    fclose(file);
    free(bytes);
  }
  printf("  %d of %d loaded\n", count - 1 - failures, count - 1);
  return failures != 0;
}
