// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Single arguments.

#ifndef DRAW_H
#define DRAW_H

#include "grid.h"

struct random {
  uint64_t state;
};

/// A floating-point argument of either type, or an integer.
struct value {
  double real;
  int64_t integer;
};

size_t special_count(int bits);
double special_value(size_t index, int bits);

bool is_allowed(const struct grid *grid, int bits, double value);

double draw_real(struct random *random, const struct grid *grid, int bits);
int64_t draw_integer(struct random *random, const struct grid *grid,
                     char letter);

/// Replaces arguments by some that go with the first.
void relate(struct random *random, const struct grid *grid, int bits,
            size_t count, struct value *values);

#endif
