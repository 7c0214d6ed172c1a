// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU's C library in place of a GPU, to test the comparison.

#define _GNU_SOURCE // For exp10.

#include "device.h"

#include "compare.h"
#include "grid.h"

#include <math.h>
#include <quadmath.h>
#include <stdint.h>
#include <string.h>

// clang-format off
#define ONE(FUNCTION)                                                          \
  FUNCTION(exp) FUNCTION(exp2) FUNCTION(exp10) FUNCTION(expm1) FUNCTION(log)   \
  FUNCTION(log2) FUNCTION(log10) FUNCTION(log1p) FUNCTION(sin) FUNCTION(cos)   \
  FUNCTION(tan) FUNCTION(asin) FUNCTION(acos) FUNCTION(atan) FUNCTION(sinh)    \
  FUNCTION(cosh) FUNCTION(tanh) FUNCTION(asinh) FUNCTION(acosh)                \
  FUNCTION(atanh) FUNCTION(sqrt) FUNCTION(cbrt) FUNCTION(erf) FUNCTION(erfc)   \
  FUNCTION(lgamma) FUNCTION(tgamma) FUNCTION(j0) FUNCTION(j1) FUNCTION(y0)     \
  FUNCTION(y1) FUNCTION(floor) FUNCTION(ceil) FUNCTION(trunc) FUNCTION(rint)   \
  FUNCTION(round) FUNCTION(logb) FUNCTION(fabs)
#define TWO(FUNCTION)                                                          \
  FUNCTION(pow) FUNCTION(atan2) FUNCTION(hypot) FUNCTION(fmod)                 \
  FUNCTION(remainder) FUNCTION(fdim) FUNCTION(copysign)
// clang-format on

/// Of one point: whether there is such a function.
static bool compute(const char *name, const quad *in, quad *out, int bits) {
#define CALL_ONE(function)                                                     \
  if (strcmp(name, #function) == 0) {                                          \
    out[0] = bits == 32 ? (quad)function##f((float)in[0])                      \
                        : (quad)function((double)in[0]);                       \
    return true;                                                               \
  }
#define CALL_TWO(function)                                                     \
  if (strcmp(name, #function) == 0) {                                          \
    out[0] = bits == 32 ? (quad)function##f((float)in[0], (float)in[1])        \
                        : (quad)function((double)in[0], (double)in[1]);        \
    return true;                                                               \
  }
  ONE(CALL_ONE)
  TWO(CALL_TWO)
  return false;
}

/// As the device converts: what is too large becomes the largest.
static void store(char letter, void *array, size_t index, quad value) {
  unsigned char *to = (unsigned char *)array + index * letter_size(letter);
  const float single = (float)value;
  const double twofold = (double)value;
  const bool is_unsigned = letter == 'u' || letter == 'm';
  const quad end = ldexpq(1, letter == 'i' || letter == 'u' ? 32 : 64);
  const quad least = is_unsigned ? 0 : -end / 2, last = least + end - 1;
  const quad whole = isnanq(value)   ? 0
                     : value < least ? least
                     : value > last  ? last
                                     : value;
  const uint64_t pattern =
      whole < 0 ? (uint64_t)(int64_t)whole : (uint64_t)whole;
  memcpy(to,
         letter == 'f'   ? (const void *)&single
         : letter == 'd' ? (const void *)&twofold
                         : (const void *)&pattern,
         letter_size(letter));
}

bool run_on_cpu(const struct kernel *kernel, const struct letters *arguments,
                void *const *in, const struct letters *results,
                void *const *out) {
  const char *name = rows[kernel->row].name;
  // glibc's double Bessel functions are bad near zeros.
  if (kernel->bits == 64 && strchr("jy", *name) && strchr("01", name[1]))
    return false;
  for (size_t i = 0; i != POINTS; ++i) {
    quad values[MAX_ARGUMENTS] = {0}, computed[MAX_RESULTS] = {0};
    for (size_t a = 0; a != arguments->count; ++a) {
      const char letter = arguments->letter[a];
      values[a] = load(letter, (const char *)in[a] + i * letter_size(letter));
    }
    if (!compute(name, values, computed, kernel->bits))
      return false;
    store(results->letter[0], out[0], i, computed[0]);
  }
  return true;
}
