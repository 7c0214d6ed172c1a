// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads an image as a device process does, calls its entry, prints what that
// returns, and unloads it: driver <image>

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  void *image = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  if (!image) {
    printf("not loaded: %s\n", dlerror());
    return 3;
  }
  uint64_t (*entry)(void) = (uint64_t (*)(void))dlsym(image, "entry");
  if (!entry) {
    printf("no entry\n");
    return 4;
  }
  printf("%016" PRIx64 "\n", entry());
  fflush(stdout);
  if (dlclose(image) != 0)
    return 5;
  return 0;
}
