// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's functions that C does not have, in quadruple precision.

#include "reference.h"

#include <math.h>

REFERENCE(sqrt, sqrtq(x))
REFERENCE(rsqrt, 1 / sqrtq(x))
REFERENCE(rcbrt, 1 / cbrtq(x))

/// An infinite part makes the norm infinite, whatever the others are.
static quad norm(const quad *parts, int count) {
  quad sum = 0;
  for (int i = 0; i != count; ++i)
    sum += parts[i] * parts[i];
  for (int i = 0; i != count; ++i)
    if (isinfq(parts[i]))
      return HUGE_VALQ;
  return sqrtq(sum);
}

REFERENCE(rhypot, 1 / norm(in, 2))
REFERENCE(norm3d, norm(in, 3))
REFERENCE(rnorm3d, 1 / norm(in, 3))
REFERENCE(norm4d, norm(in, 4))
REFERENCE(rnorm4d, 1 / norm(in, 4))

/// The sine of so many half turns, from the nearest quarter.
static quad sine_of_turns(quad x) {
  if (!finiteq(x))
    return nanq("");
  quad rest = fmodq(x, 2); // Exact, as all that follows.
  if (fabsq(rest) > 1)
    rest -= copysignq(2, rest);
  const quad part = fabsq(rest) > 0.5 ? 1 - fabsq(rest) : fabsq(rest);
  const quad sine =
      part > 0.25 ? cosq(M_PIq * (0.5 - part)) : sinq(M_PIq * part);
  return copysignq(sine, rest);
}

/// Never a negative zero.
static quad cosine_of_turns(quad x) {
  if (!finiteq(x))
    return nanq("");
  return sine_of_turns(0.5 - fmodq(fabsq(x), 2)) + 0;
}

REFERENCE(sinpi, sine_of_turns(x))
REFERENCE(cospi, cosine_of_turns(x))

void reference_sincospi(const quad *in, quad *out, int bits);
void reference_sincospi(const quad *in, quad *out, int bits) {
  (void)bits;
  out[0] = sine_of_turns(in[0]);
  out[1] = cosine_of_turns(in[0]);
}

/// Newton's method on the logarithm, which is nearly a parabola: for all
/// probabilities up to one half.
static quad upper_quantile(quad tail) {
  quad y = sqrtq(fmaxq(-logq(2 * tail), 0.01Q));
  for (int i = 0; i != 60; ++i) {
    const quad value = erfcq(y);
    const quad slope = M_2_SQRTPIq * expq(-y * y) / value;
    const quad step = (logq(value) - logq(tail)) / slope;
    y += step;
    if (fabsq(step) < 1e-33Q * y)
      break;
  }
  return y;
}

static quad small_inverse(quad x) {
  quad y = x / M_2_SQRTPIq;
  for (int i = 0; i != 20; ++i)
    y -= (erfq(y) - x) / (M_2_SQRTPIq * expq(-y * y));
  return y;
}

static quad inverse(quad x) {
  if (isnanq(x) || fabsq(x) > 1)
    return nanq("");
  if (fabsq(x) == 1)
    return copysignq(HUGE_VALQ, x);
  if (fabsq(x) < 0.5)
    return x == 0 ? x : small_inverse(x);
  return copysignq(upper_quantile(1 - fabsq(x)), x);
}

static quad complementary_inverse(quad x) {
  if (isnanq(x) || x < 0 || x > 2)
    return nanq("");
  if (x == 0 || x == 2)
    return x == 0 ? HUGE_VALQ : -HUGE_VALQ;
  return x <= 0.5Q ? upper_quantile(x)
                   : (x >= 1.5Q ? -upper_quantile(2 - x) : inverse(1 - x));
}

REFERENCE(erfinv, inverse(x))
REFERENCE(erfcinv, complementary_inverse(x))
// Of one half: a positive zero.
REFERENCE(normcdfinv, 0 - M_SQRT2q * complementary_inverse(2 * x))
REFERENCE(normcdf, erfcq(-x / M_SQRT2q) / 2)

static quad scaled_complement(quad x) {
  if (x < 50)
    return expq(x * x) * erfcq(x);
  quad term = 1, sum = 1;
  for (int n = 1; n != 20; ++n) {
    term *= -(2 * n - 1) / (2 * x * x);
    sum += term;
  }
  return sum / x * (M_2_SQRTPIq / 2);
}

REFERENCE(erfcx, isnanq(x) ? x : scaled_complement(x))

/// The power series, of positive terms only.
static quad modified_bessel(int order, quad x) {
  if (fabsq(x) > 2000)
    return order == 1 ? copysignq(HUGE_VALQ, x) : HUGE_VALQ;
  quad term = order == 1 ? x / 2 : 1, sum = term;
  for (int k = 1; fabsq(term) > fabsq(sum) * 1e-36Q; ++k) {
    term *= x * x / 4 / k / (k + order);
    sum += term;
  }
  return sum;
}

REFERENCE(cyl_bessel_i0, isnanq(x) ? x : modified_bessel(0, x))
REFERENCE(cyl_bessel_i1, isnanq(x) ? x : modified_bessel(1, x))
