// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "compare.h"

#include <math.h>
#include <quadmath.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static const struct error no_error = {0, 0};
static const struct error another_kind = {INFINITY, INFINITY};
static const struct error another_zero = {INFINITY, 0};

quad load(char letter, const void *value) {
  union {
    float f;
    double d;
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t m;
    uint16_t s;
  } any = {.m = 0};
  memcpy(&any, value, letter_size(letter));
  switch (letter) {
  case 'f':
    return any.f;
  case 'd':
    return any.d;
  case 'u':
    return any.u;
  case 'l':
    return any.l;
  case 'm':
    return any.m;
  case 's':
    return any.s;
  default:
    return any.i;
  }
}

/// Such that neighbours differ by one: the largest number and infinity too.
static int64_t position(char letter, const void *value) {
  if (letter == 'f') {
    int32_t bits;
    memcpy(&bits, value, sizeof(bits));
    return bits < 0 ? -(int64_t)(bits & INT32_MAX) : bits;
  }
  int64_t bits;
  memcpy(&bits, value, sizeof(bits));
  return bits < 0 ? -(bits & INT64_MAX) : bits;
}

static double distance(char letter, const void *result, quad right) {
  const float single = (float)right;
  const double twofold = (double)right;
  const void *rounded =
      letter == 'f' ? (const void *)&single : (const void *)&twofold;
  const __int128 steps =
      (__int128)position(letter, result) - position(letter, rounded);
  return fabs((double)steps);
}

static struct error real_error(char letter, const void *result, quad right) {
  const quad value = load(letter, result);
  if (isnanq(right) || isnanq(value))
    return isnanq(right) && isnanq(value) ? no_error : another_kind;
  if (isinfq(right))
    return value == right ? no_error : another_kind;
  if (right == 0 && value == 0)
    return signbitq(right) == signbitq(value) ? no_error : another_zero;
  const struct error error = {distance(letter, result, right),
                              (double)fabsq(value - right)};
  return error;
}

/// Conversions give the nearest integer that there is.
static quad saturated(char letter, quad value) {
  const bool is_long = letter == 'l' || letter == 'm';
  const bool is_unsigned = letter == 'u' || letter == 'm' || letter == 's';
  const quad end = ldexpq(1, letter == 's' ? 16 : (is_long ? 64 : 32));
  const quad least = is_unsigned ? 0 : -end / 2;
  const quad last = (is_unsigned ? end : end / 2) - 1;
  return value < least ? least : value > last ? last : value;
}

/// Of a quotient only the sign and three bits are defined.
static bool is_same_quotient(quad value, quad right) {
  return fmodq(fabsq(value), 8) == fmodq(fabsq(right), 8) &&
         (fmodq(right, 8) == 0 || (value < 0) == (right < 0));
}

static bool is_right_integer(char letter, quad value, quad right) {
  if (isnanq(right)) // Not defined.
    return true;
  if (letter == 'c')
    return (value != 0) == (right != 0);
  if (letter == 'q')
    return is_same_quotient(value, right);
  return value == saturated(letter, right);
}

struct error error_of(char letter, const void *result, quad right) {
  if (letter == 'f' || letter == 'd')
    return real_error(letter, result, right);
  return is_right_integer(letter, load(letter, result), right) ? no_error
                                                               : another_kind;
}
