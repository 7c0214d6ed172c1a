// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "draw.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t next(struct random *random) {
  // splitmix64
  uint64_t bits = random->state += 0x9e3779b97f4a7c15;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

static uint64_t below(struct random *random, uint64_t end) {
  return next(random) % end;
}

static double uniform(struct random *random, double low, double high) {
  return low + (high - low) * ((double)(next(random) >> 11) * 0x1p-53);
}

static double to_type(double value, int bits) {
  return bits == 32 ? (double)(float)value : value;
}

static double after(double value, double towards, int bits) {
  return bits == 32 ? (double)nextafterf((float)value, (float)towards)
                    : nextafter(value, towards);
}

/// The value or one of those beside it.
static double neighbour(struct random *random, double value, int bits) {
  const double towards = next(random) % 2 ? INFINITY : -INFINITY;
  value = to_type(value, bits);
  for (uint64_t steps = below(random, 4); steps != 0; --steps)
    value = after(value, towards, bits);
  return value;
}

static const double plain[] = {0.25, 0.5, 1, 1.5, 2, 2.5, 3, 8, 10, 709, 1e5};

size_t special_count(int bits) {
  (void)bits;
  return 2 * (sizeof(plain) / sizeof(*plain) + 11) + 1;
}

static double positive_special(size_t index, int bits) {
  const int digits = bits == 32 ? FLT_MANT_DIG : DBL_MANT_DIG;
  const double least = bits == 32 ? FLT_MIN : DBL_MIN;
  const double largest = bits == 32 ? FLT_MAX : DBL_MAX;
  const double others[] = {0,
                           INFINITY,
                           largest,
                           least,
                           after(0, 1, bits),
                           after(least, 0, bits),
                           after(1, 0, bits),
                           after(1, 2, bits),
                           ldexp(1, digits - 1),
                           ldexp(1, digits) + 2,
                           ldexp(1, digits - 2) + 0.5};
  const size_t count = sizeof(others) / sizeof(*others);
  return index < count ? others[index] : plain[index - count];
}

double special_value(size_t index, int bits) {
  if (index == 0)
    return NAN;
  const double value = positive_special((index - 1) / 2, bits);
  return index % 2 ? value : -value;
}

bool is_allowed(const struct grid *grid, int bits, double value) {
  const int type = bits == 64;
  if (grid->only && !(value > grid->low[type] && value < grid->high[type]))
    return false;
  return grid->hole_low[type] == grid->hole_high[type] ||
         !(value >= grid->hole_low[type] && value <= grid->hole_high[type]);
}

static double any_bits(struct random *random, int bits) {
  const uint64_t pattern = next(random);
  if (bits == 32) {
    float value;
    memcpy(&value, &pattern, sizeof(value));
    return value;
  }
  double value;
  memcpy(&value, &pattern, sizeof(value));
  return value;
}

/// Of any exponent, as far as the grid goes: small ones too.
static double any_exponent(struct random *random, double limit, int bits) {
  const double least = next(random) % 2 ? -30 : bits == 32 ? -149 : -1074;
  const double value = exp2(uniform(random, least, log2(limit)));
  return next(random) % 2 ? value : -value;
}

static double near_quarter_turn(struct random *random, int bits) {
  const double turns = (double)below(random, 1ULL << below(random, 20));
  const double value = neighbour(random, turns * M_PI_2, bits);
  return next(random) % 2 ? value : -value;
}

static double near_half_integer(struct random *random, double low, double high,
                                int bits) {
  const double value = rint(uniform(random, low, high) * 2) / 2;
  return neighbour(random, value, bits);
}

static double near_edge(struct random *random, double low, double high,
                        int bits) {
  const double edges[] = {low, high, 1, -1, 0};
  return neighbour(random, edges[below(random, 5)], bits);
}

/// Often halfway between two values of the coarser type, or beside that.
static double coarsened(struct random *random, double value, int coarse,
                        int bits) {
  const uint64_t half = 1ULL << (coarse - 1);
  const uint64_t ends[] = {0, half - 1, half, half + 1};
  const uint64_t end = ends[below(random, 4)];
  if (bits == 32) {
    float single = (float)value;
    uint32_t pattern;
    memcpy(&pattern, &single, sizeof(pattern));
    pattern = (pattern >> coarse << coarse) | (uint32_t)end;
    memcpy(&single, &pattern, sizeof(pattern));
    return single;
  }
  uint64_t pattern;
  memcpy(&pattern, &value, sizeof(pattern));
  pattern = (pattern >> coarse << coarse) | end;
  memcpy(&value, &pattern, sizeof(pattern));
  return value;
}

static double draw_once(struct random *random, const struct grid *grid,
                        int bits) {
  const double low = grid->low[bits == 64], high = grid->high[bits == 64];
  switch (below(random, 8)) {
  case 0:
    return any_bits(random, bits);
  case 1:
  case 2:
    return uniform(random, low, high);
  case 3:
  case 4:
    return any_exponent(random, fmax(fabs(low), fabs(high)), bits);
  case 5:
    return near_half_integer(random, low, high, bits);
  case 6:
    return near_quarter_turn(random, bits);
  default:
    return near_edge(random, low, high, bits);
  }
}

double draw_real(struct random *random, const struct grid *grid, int bits) {
  for (;;) {
    double value = draw_once(random, grid, bits);
    if (grid->coarse && next(random) % 2)
      value = coarsened(random, value, grid->coarse, bits);
    value = to_type(value, bits);
    if (is_allowed(grid, bits, value))
      return value;
  }
}

int64_t draw_integer(struct random *random, const struct grid *grid,
                     char letter) {
  if (grid->first != 0 || grid->last != 0)
    return grid->first +
           (int64_t)below(random, (uint64_t)(grid->last - grid->first) + 1);
  // Of any length, and all ones and zeros.
  const bool is_short = letter == 'i' || letter == 'u';
  const uint64_t edges[] = {0, 1, UINT64_MAX,
                            is_short ? 1ULL << 31 : 1ULL << 63,
                            is_short ? (1ULL << 31) - 1 : (1ULL << 63) - 1};
  if (below(random, 8) == 0)
    return (int64_t)edges[below(random, 5)];
  const uint64_t bits = next(random) & (is_short ? UINT32_MAX : UINT64_MAX);
  const uint64_t value = bits >> below(random, is_short ? 32 : 64);
  return (int64_t)(next(random) % 2 ? value : ~value);
}

static double related(struct random *random, double first, double second,
                      int bits) {
  switch (below(random, 6)) {
  case 0:
    return neighbour(random, first, bits);
  case 1:
    return neighbour(random, -first, bits);
  case 2:
    return ldexp(first, (int)below(random, 61) - 30);
  case 3: // So that the first is about so many halves of it.
    return first * 2 / (double)(1 + below(random, 200));
  case 4:
    return first * uniform(random, 0.5, 2);
  default:
    return second;
  }
}

static void relate_powers(struct random *random, const struct grid *grid,
                          int bits, struct value *values) {
  const double exponent =
      uniform(random, grid->low[bits == 64], grid->high[bits == 64]);
  if (below(random, 4) == 0)
    values[0].real =
        neighbour(random, 1 + uniform(random, -1, 1) * 0x1p-10, bits);
  const double base = fabs(values[0].real);
  if (below(random, 4) == 0 || base == 0 || base == 1 || !isfinite(base))
    return;
  values[1].real = exponent / log2(base);
  if (values[0].real < 0)
    values[1].real = rint(values[1].real);
}

void relate(struct random *random, const struct grid *grid, int bits,
            size_t count, struct value *values) {
  switch (grid->relation) {
  case INDEPENDENT:
    break;
  case RELATED:
    for (size_t i = 1; i < count; ++i)
      values[i].real = related(random, values[0].real, values[i].real, bits);
    break;
  case POWERS:
    relate_powers(random, grid, bits, values);
    break;
  case FUSED:
    if (next(random) % 2)
      values[2].real =
          related(random, -values[0].real * values[1].real, 0, bits);
    break;
  }
  for (size_t i = 0; i != count; ++i)
    values[i].real = to_type(values[i].real, bits);
}
