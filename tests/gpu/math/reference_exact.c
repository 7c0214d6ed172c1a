// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is exact: done by the CPU in the type itself, rounded as asked.

#include "reference.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define IN_TYPE(type, value)                                                   \
  do {                                                                         \
    volatile type a = (type)in[0], b = (type)in[1], c = (type)in[2];           \
    (void)a, (void)b, (void)c;                                                 \
    volatile type result = value;                                              \
    out[0] = result;                                                           \
  } while (0)

#define ROUNDED(name, direction, single, twofold)                              \
  void reference_##name(const quad *in, quad *out, int bits);                  \
  void reference_##name(const quad *in, quad *out, int bits) {                 \
    fesetround(direction);                                                     \
    if (bits == 32)                                                            \
      IN_TYPE(float, single);                                                  \
    else                                                                       \
      IN_TYPE(double, twofold);                                                \
    fesetround(FE_TONEAREST);                                                  \
  }

#define ROUNDED_EACH_WAY(name, single, twofold)                                \
  ROUNDED(name, FE_TONEAREST, single, twofold)                                 \
  ROUNDED(name##_rz, FE_TOWARDZERO, single, twofold)                           \
  ROUNDED(name##_rd, FE_DOWNWARD, single, twofold)                             \
  ROUNDED(name##_ru, FE_UPWARD, single, twofold)

ROUNDED_EACH_WAY(fadd, a + b, a + b)
ROUNDED_EACH_WAY(fsub, a - b, a - b)
ROUNDED_EACH_WAY(fmul, a *b, a *b)
ROUNDED_EACH_WAY(fdiv, a / b, a / b)
ROUNDED_EACH_WAY(frcp, 1 / a, 1 / a)
ROUNDED_EACH_WAY(fma, fmaf(a, b, c), fma(a, b, c))
ROUNDED(sqrt_rz, FE_TOWARDZERO, sqrtf(a), sqrt(a))
ROUNDED(sqrt_rd, FE_DOWNWARD, sqrtf(a), sqrt(a))
ROUNDED(sqrt_ru, FE_UPWARD, sqrtf(a), sqrt(a))
ROUNDED(nextafter, FE_TONEAREST, nextafterf(a, b), nextafter(a, b))

// Conversions: the argument may be of a wider type.
#define CONVERTED(name, direction)                                             \
  void reference_##name(const quad *in, quad *out, int bits);                  \
  void reference_##name(const quad *in, quad *out, int bits) {                 \
    volatile quad exact = in[0];                                               \
    fesetround(direction);                                                     \
    volatile float single = (float)exact;                                      \
    volatile double twofold = (double)exact;                                   \
    fesetround(FE_TONEAREST);                                                  \
    out[0] = bits == 32 ? (quad)single : (quad)twofold;                        \
  }
CONVERTED(same, FE_TONEAREST)
CONVERTED(same_rz, FE_TOWARDZERO)
CONVERTED(same_rd, FE_DOWNWARD)
CONVERTED(same_ru, FE_UPWARD)

static quad from_half(unsigned half) {
  const int exponent = half >> 10 & 31;
  const quad fraction = half & 1023;
  const quad value = exponent == 31  ? (fraction == 0 ? HUGE_VALQ : nanq(""))
                     : exponent == 0 ? ldexpq(fraction, -24)
                                     : ldexpq(1024 + fraction, exponent - 25);
  return half >> 15 ? -value : value;
}

/// Rounds to a multiple of the last place's unit, to even.
static quad to_half(quad value) {
  if (isnanq(value))
    return value; // Any NaN will do.
  const quad magnitude = fabsq(value);
  const int exponent = magnitude < ldexpq(1, -14) ? -14
                       : magnitude == 0           ? 0
                                                  : ilogbq(magnitude);
  const quad units = rintq(ldexpq(magnitude, 10 - exponent));
  const quad bits =
      magnitude >= 65520 ? 31 * 1024 : units + 1024 * (exponent + 14);
  return bits + (signbitq(value) ? 32768 : 0);
}

REFERENCE(half2float, from_half((unsigned)x))
REFERENCE(float2half, to_half(x))

static int32_t bits_of_float(float value) {
  int32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static float float_of_bits(int32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(bits));
  return value;
}

static int64_t bits_of_double(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static double double_of_bits(int64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(bits));
  return value;
}

// A NaN's bits change when it becomes a quad: they may be any.
REFERENCE(float_as_int, isnanq(x) ? x : bits_of_float((float)x))
REFERENCE(int_as_float, float_of_bits((int32_t)x))
REFERENCE(double_as_longlong, isnanq(x) ? x : bits_of_double((double)x))
REFERENCE(longlong_as_double, double_of_bits((int64_t)x))
REFERENCE(double2hiint,
          isnanq(x) ? x : (int32_t)(bits_of_double((double)x) >> 32))
REFERENCE(double2loint, isnanq(x) ? x : (int32_t)bits_of_double((double)x))
REFERENCE(hiloint2double, double_of_bits((int64_t)((uint64_t)(int64_t)x << 32) |
                                         (uint32_t)(int32_t)y))
