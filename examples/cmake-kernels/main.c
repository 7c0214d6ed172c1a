/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runs the kernel that is named on the numbers 1 to 4: main <image> <kernel>
 */

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: main <image> <kernel>\n");
    return 2;
  }
  void *image = dlopen(argv[1], RTLD_NOW);
  void (*kernel)(int *, int) = NULL;
  if (image)
    *(void **)&kernel = dlsym(image, argv[2]);
  if (!kernel) {
    printf("there is no kernel %s\n", argv[2]);
    return 1;
  }
  int numbers[] = {1, 2, 3, 4};
  kernel(numbers, 4);
  for (int i = 0; i != 4; ++i)
    printf("%d%c", numbers[i], i == 3 ? '\n' : ' ');
  return 0;
}
