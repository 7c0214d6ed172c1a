// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The points on which functions are compared: special values, and random ones
// that are the same each time.

#ifndef GRID_H
#define GRID_H

#include "table.h"

#include <stdbool.h>
#include <stdint.h>

enum relation {
  INDEPENDENT,
  RELATED, ///< Often close to the first argument, or a multiple of it.
  POWERS,  ///< Often such that the power is neither infinite nor zero.
  FUSED,   ///< Often such that a product and the third argument cancel.
};

/// Where arguments are, for float and for double.
struct grid {
  const char *name;
  double low[2], high[2]; ///< Where most are: the others are anywhere.
  bool only;              ///< All are between both.
  double hole_low[2], hole_high[2];
  int64_t first, last; ///< Integers; all of a type if both are zero.
  enum relation relation;
  int coarse; ///< Lower bits that another type lacks: often halfway there.
};

#define GRIDS(GRID)                                                            \
  GRID(any)                                                                    \
  GRID(exponents)                                                              \
  GRID(positive)                                                               \
  GRID(unit)                                                                   \
  GRID(unit_only)                                                              \
  GRID(up_to_two)                                                              \
  GRID(up_to_two_only)                                                         \
  GRID(half_turn)                                                              \
  GRID(moderate)                                                               \
  GRID(probabilities)                                                          \
  GRID(tails)                                                                  \
  GRID(outside_zeros)                                                          \
  GRID(factorials)                                                             \
  GRID(below_eight)                                                            \
  GRID(from_eight)                                                             \
  GRID(order_128)                                                              \
  GRID(order_8)                                                                \
  GRID(far_orders)                                                             \
  GRID(growing)                                                                \
  GRID(integers)                                                               \
  GRID(int_range)                                                              \
  GRID(long_range)                                                             \
  GRID(related)                                                                \
  GRID(powers)                                                                 \
  GRID(small_powers)                                                           \
  GRID(scales)                                                                 \
  GRID(fused)                                                                  \
  GRID(float_range)                                                            \
  GRID(half_range)                                                             \
  GRID(without_least)
#define GRID(name) extern const struct grid grid_##name;
GRIDS(GRID)
#undef GRID

enum { POINTS = 8192 };

/// Fills one array for each argument, of POINTS values.
void fill_points(const struct grid *grid, const struct letters *letters,
                 int bits, void *const *arrays);

#endif
