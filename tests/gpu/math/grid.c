// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "grid.h"

#include "draw.h"

#include <string.h>

#define BOTH(value) {value, value}

#define GRID_BETWEEN(which, from, to)                                          \
  const struct grid grid_##which = {.name = #which, .low = from, .high = to}
#define SPLIT(single, twofold) {single, twofold}

GRID_BETWEEN(any, SPLIT(-100, -1000), SPLIT(100, 1000));
GRID_BETWEEN(exponents, SPLIT(-160, -1080), SPLIT(130, 1030));
GRID_BETWEEN(positive, BOTH(0), SPLIT(100, 1000));
GRID_BETWEEN(unit, BOTH(-1), BOTH(1));
GRID_BETWEEN(up_to_two, BOTH(0), BOTH(2));
GRID_BETWEEN(probabilities, BOTH(0), BOTH(1));
GRID_BETWEEN(tails, SPLIT(-15, -40), SPLIT(15, 40));
GRID_BETWEEN(factorials, SPLIT(-44, -185), SPLIT(36, 172));
GRID_BETWEEN(growing, SPLIT(-100, -720), SPLIT(100, 720));
GRID_BETWEEN(integers, BOTH(-70000), BOTH(70000));

#define GRID_ONLY(which, from, to)                                             \
  const struct grid grid_##which = {                                           \
      .name = #which, .low = BOTH(from), .high = BOTH(to), .only = true}
GRID_ONLY(unit_only, -1, 1);
GRID_ONLY(up_to_two_only, 0, 2);
GRID_ONLY(half_turn, -3.14159, 3.14159);
GRID_ONLY(below_eight, -8, 8);
GRID_ONLY(int_range, -2147483600.0, 2147483600.0);
GRID_ONLY(long_range, -9.22e18, 9.22e18);

/// Neither these nor their quotients are near the ends of floats.
const struct grid grid_moderate = {.name = "moderate",
                                   .low = BOTH(-1e18),
                                   .high = BOTH(1e18),
                                   .only = true,
                                   .hole_low = BOTH(-1e-18),
                                   .hole_high = BOTH(1e-18)};
const struct grid grid_outside_zeros = {.name = "outside_zeros",
                                        .low = {-40, -180},
                                        .high = {100, 1000},
                                        .hole_low = {-10.001, -23.0001},
                                        .hole_high = {-2.264, -2.2637}};
const struct grid grid_from_eight = {.name = "from_eight",
                                     .low = BOTH(-1000),
                                     .high = BOTH(1000),
                                     .hole_low = BOTH(-8),
                                     .hole_high = BOTH(8)};
/// For tiny arguments, and zero, libdevice's jn is not a number.
const struct grid grid_order_128 = {.name = "order_128",
                                    .low = BOTH(-300),
                                    .high = BOTH(300),
                                    .hole_low = BOTH(-1),
                                    .hole_high = BOTH(1),
                                    .first = 128,
                                    .last = 128};
const struct grid grid_order_8 = {.name = "order_8",
                                  .low = BOTH(0),
                                  .high = BOTH(8),
                                  .only = true,
                                  .first = 8,
                                  .last = 8};
/// Beyond one and a half times the order.
const struct grid grid_far_orders = {.name = "far_orders",
                                     .low = BOTH(192),
                                     .high = BOTH(10000),
                                     .only = true,
                                     .first = 0,
                                     .last = 128};
const struct grid grid_related = {.name = "related",
                                  .low = {-100, -1000},
                                  .high = {100, 1000},
                                  .relation = RELATED};
const struct grid grid_fused = {.name = "fused",
                                .low = {-100, -1000},
                                .high = {100, 1000},
                                .relation = FUSED};
const struct grid grid_powers = {.name = "powers",
                                 .low = {-160, -1080},
                                 .high = {130, 1030},
                                 .relation = POWERS};
/// No power is infinite or subnormal, so that no intermediate result is.
const struct grid grid_small_powers = {.name = "small_powers",
                                       .low = BOTH(-3.8),
                                       .high = BOTH(3.8),
                                       .only = true,
                                       .hole_low = BOTH(-0.27),
                                       .hole_high = BOTH(0.27),
                                       .first = -64,
                                       .last = 64};
const struct grid grid_scales = {.name = "scales",
                                 .low = {-100, -1000},
                                 .high = {100, 1000},
                                 .first = -2300,
                                 .last = 2300};
const struct grid grid_float_range = {.name = "float_range",
                                      .low = BOTH(-1e39),
                                      .high = BOTH(1e39),
                                      .coarse = 29};
const struct grid grid_half_range = {
    .name = "half_range", .low = BOTH(-7e4), .high = BOTH(7e4), .coarse = 13};
const struct grid grid_without_least = {
    .name = "without_least", .first = -INT32_MAX, .last = INT32_MAX};

static void store(char letter, void *array, size_t index, struct value value) {
  unsigned char *to = (unsigned char *)array + index * letter_size(letter);
  const float single = (float)value.real;
  switch (letter) {
  case 'f':
    memcpy(to, &single, sizeof(single));
    break;
  case 'd':
    memcpy(to, &value.real, sizeof(value.real));
    break;
  default: // Little-endian.
    memcpy(to, &value.integer, letter_size(letter));
  }
}

static bool is_real(char letter) { return letter == 'f' || letter == 'd'; }

static int bits_of(char letter, int bits) {
  return letter == 'f' ? 32 : letter == 'd' ? 64 : bits;
}

/// Which special value an argument has: all of one argument, all pairs of two,
/// many of more.
static size_t special_turn(size_t index, size_t argument, size_t count) {
  switch (argument) {
  case 0:
    return index % count;
  case 1:
    return index / count % count;
  default:
    return (index * 31 + argument * 17) % count;
  }
}

static struct value special_point(struct random *random,
                                  const struct grid *grid, char letter,
                                  int bits, size_t turn) {
  struct value value = {special_value(turn, bits), 0};
  if (!is_real(letter))
    value.integer = draw_integer(random, grid, letter);
  else if (!is_allowed(grid, bits, value.real))
    value.real = draw_real(random, grid, bits);
  return value;
}

static struct value random_point(struct random *random, const struct grid *grid,
                                 char letter, int bits) {
  struct value value = {0, 0};
  if (is_real(letter))
    value.real = draw_real(random, grid, bits);
  else
    value.integer = draw_integer(random, grid, letter);
  return value;
}

void fill_points(const struct grid *grid, const struct letters *letters,
                 int bits, void *const *arrays) {
  struct random random = {1};
  const size_t count = special_count(bits);
  const size_t special_points = letters->count > 1 ? count * count : count;
  for (size_t index = 0; index != POINTS; ++index) {
    struct value values[MAX_ARGUMENTS] = {{0, 0}};
    for (size_t i = 0; i != letters->count; ++i) {
      const char letter = letters->letter[i];
      const int own = bits_of(letter, bits);
      values[i] = index < special_points
                      ? special_point(&random, grid, letter, own,
                                      special_turn(index, i, count))
                      : random_point(&random, grid, letter, own);
    }
    if (index >= special_points)
      relate(&random, grid, bits, letters->count, values);
    for (size_t i = 0; i != letters->count; ++i)
      store(letters->letter[i], arrays[i], index, values[i]);
  }
}
