// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the C math library, in quadruple precision.

#include "reference.h"

#include <limits.h>

REFERENCE(exp, expq(x))
REFERENCE(exp2, exp2q(x))
REFERENCE(exp10, powq(10, x))
REFERENCE(expm1, expm1q(x))
REFERENCE(log, logq(x))
REFERENCE(log2, log2q(x))
REFERENCE(log10, log10q(x))
REFERENCE(log1p, log1pq(x))
REFERENCE(pow, powq(x, y))
REFERENCE(powi, powq(x, y))

REFERENCE(sin, sinq(x))
REFERENCE(cos, cosq(x))
REFERENCE(tan, tanq(x))
REFERENCE(asin, asinq(x))
REFERENCE(acos, acosq(x))
REFERENCE(atan, atanq(x))
REFERENCE(atan2, atan2q(x, y))
REFERENCE(sinh, sinhq(x))
REFERENCE(cosh, coshq(x))
REFERENCE(tanh, tanhq(x))
REFERENCE(asinh, asinhq(x))
REFERENCE(acosh, acoshq(x))
REFERENCE(atanh, atanhq(x))

REFERENCE(cbrt, cbrtq(x))
REFERENCE(hypot, hypotq(x, y))
REFERENCE(erf, erfq(x))
REFERENCE(erfc, erfcq(x))
REFERENCE(lgamma, lgammaq(x))
REFERENCE(tgamma, tgammaq(x))
REFERENCE(j0, j0q(x))
REFERENCE(j1, j1q(x))
REFERENCE(y0, x < 0 ? nanq("") : y0q(x))
REFERENCE(y1, x < 0 ? nanq("") : y1q(x))
REFERENCE(jn, jnq((int)x, y))
REFERENCE(yn, y < 0 ? nanq("") : ynq((int)x, y))

REFERENCE(floor, floorq(x))
REFERENCE(ceil, ceilq(x))
REFERENCE(trunc, truncq(x))
REFERENCE(rint, rintq(x))
REFERENCE(round, roundq(x))

REFERENCE(fmod, fmodq(x, y))
REFERENCE(remainder, remainderq(x, y))
REFERENCE(logb, logbq(x))
REFERENCE(fdim, isnanq(x) || isnanq(y) ? nanq("") : x > y ? x - y : 0)
REFERENCE(fabs, fabsq(x))
REFERENCE(copysign, copysignq(x, y))
REFERENCE(isnan, isnanq(x))
REFERENCE(isinf, isinfq(x))
REFERENCE(isfinite, finiteq(x))
REFERENCE(signbit, signbitq(x))

// C leaves the sign of zero open. The GPU and IEEE 754 order the zeros.
static quad larger(quad x, quad y) {
  return x == y ? (signbitq(x) ? y : x) : x > y ? x : y;
}

REFERENCE(maximum, isnanq(x) || isnanq(y) ? nanq("") : larger(x, y))
REFERENCE(minimum, isnanq(x) || isnanq(y) ? nanq("") : -larger(-x, -y))
REFERENCE(fmax, isnanq(x) ? y : isnanq(y) ? x : larger(x, y))
REFERENCE(fmin, isnanq(x) ? y : isnanq(y) ? x : -larger(-x, -y))
REFERENCE(saturate, x > 0 ? (x < 1 ? x : 1) : 0)

/// By CUDA's documentation for what has no exponent.
REFERENCE(ilogb, x == 0 || isnanq(x) ? INT_MIN : isinfq(x) ? INT_MAX : logbq(x))

static int clamped(quad value) {
  return value < -100000 ? -100000 : value > 100000 ? 100000 : (int)value;
}

REFERENCE(ldexp, scalbnq(x, clamped(y)))

#define REFERENCE_OF_TWO(name)                                                 \
  void reference_##name(const quad *in, quad *out, int bits);                  \
  void reference_##name(const quad *in, quad *out, int bits)

REFERENCE_OF_TWO(sincos) {
  (void)bits;
  sincosq(in[0], &out[0], &out[1]);
}

REFERENCE_OF_TWO(modf) {
  (void)bits;
  out[0] = modfq(in[0], &out[1]);
}

REFERENCE_OF_TWO(frexp) {
  (void)bits;
  int exponent = 0;
  out[0] = frexpq(in[0], &exponent);
  out[1] = finiteq(in[0]) ? exponent : nanq("");
}

REFERENCE_OF_TWO(remquo) {
  (void)bits;
  int quotient = 0;
  out[0] = remquoq(in[0], in[1], &quotient);
  out[1] = isnanq(out[0]) ? out[0] : quotient;
}
