// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "table.h"

#include "grid.h"

#include <string.h>

#define FUNCTION(name, ...) reference_function reference_##name;
#include "functions.def"
#undef FUNCTION

#define ULP(ulps) {ulps, 0}
#define ABSOLUTE(error) {0, error}
#define ULP_OR_ABSOLUTE(ulps, error) {ulps, error}
#define EXACT {0, 0}
#define FUNCTION(name, shape, grid, single, twofold, ...)                      \
  {#name, reference_##name, shape, &grid_##grid, {single, twofold}},
const struct row rows[] = {
#include "functions.def"
};
const size_t row_count = sizeof(rows) / sizeof(*rows);

#define KERNEL(row, function, name, bits) {row, function, name, bits},
const struct kernel kernels[] = {
#include "kernels.inc"
};
const size_t kernel_count = sizeof(kernels) / sizeof(*kernels);

static struct letters letters_between(const char *begin, const char *end,
                                      int bits) {
  struct letters letters = {(size_t)(end - begin), {0}};
  for (size_t i = 0; i != letters.count; ++i)
    letters.letter[i] = begin[i] != 't' ? begin[i] : bits == 32 ? 'f' : 'd';
  return letters;
}

struct letters result_letters(const char *shape, int bits) {
  return letters_between(shape, strchr(shape, '('), bits);
}

struct letters argument_letters(const char *shape, int bits) {
  return letters_between(strchr(shape, '(') + 1, strchr(shape, ')'), bits);
}

size_t letter_size(char letter) {
  switch (letter) {
  case 's':
    return 2;
  case 'd':
  case 'l':
  case 'm':
    return 8;
  default:
    return 4;
  }
}
