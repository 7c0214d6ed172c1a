// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Writes the image that the symbols of NAME enclose, and says what else they
 * say. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define JOIN(name, suffix) name##suffix
#define SYMBOL(name, suffix) JOIN(name, suffix)

extern const char NAME[], SYMBOL(NAME, _end)[], SYMBOL(NAME, _kernels)[];
extern const uint64_t SYMBOL(NAME, _size);

int main(int argc, char **argv) {
  const uint64_t size = SYMBOL(NAME, _size);
  if ((uint64_t)(SYMBOL(NAME, _end) - NAME) != size)
    return puts("the end and the size disagree"), 1;
  if (*SYMBOL(NAME, _end) != 0)
    return puts("there is no NUL after the image"), 1;
  if ((uintptr_t)NAME % 16 != 0)
    return puts("the image is not aligned"), 1;
  FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
  if (!file || fwrite(NAME, 1, size, file) != size || fclose(file) != 0)
    return puts("cannot write"), 1;
  for (const char *kernel = SYMBOL(NAME, _kernels); *kernel;
       kernel += strlen(kernel) + 1)
    puts(kernel);
  return 0;
}
