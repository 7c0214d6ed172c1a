// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "reference.h"

#include <stdint.h>

static int lowest_bit(uint64_t bits) {
  return bits == 0 ? 0 : __builtin_ctzll(bits) + 1;
}

static uint64_t reversed(uint64_t bits, int count) {
  uint64_t result = 0;
  for (int i = 0; i != count; ++i)
    result = result << 1 | (bits >> i & 1);
  return result;
}

/// Each of four digits of the selector takes a byte of both words.
static uint32_t permuted(uint32_t low, uint32_t high, uint32_t selector) {
  const uint64_t bytes = (uint64_t)high << 32 | low;
  uint32_t result = 0;
  for (int i = 0; i != 4; ++i) {
    const uint32_t digit = selector >> (4 * i) & 7;
    result |= (uint32_t)(bytes >> (8 * digit) & 255) << (8 * i);
  }
  return result;
}

static int64_t low_24_bits(int64_t value) {
  return (int64_t)((uint64_t)value << 40) >> 40;
}

/// The lower 32 bits of a product.
static int32_t product_24(quad x, quad y) {
  return (int32_t)(low_24_bits((int64_t)x) * low_24_bits((int64_t)y));
}

static uint32_t unsigned_product_24(quad x, quad y) {
  return ((uint32_t)x & 0xffffff) * ((uint32_t)y & 0xffffff);
}

static quad high_half(quad x, quad y) {
  return (int64_t)((__int128)(int64_t)x * (int64_t)y >> 64);
}

static quad unsigned_high_half(quad x, quad y) {
  return (uint64_t)((unsigned __int128)(uint64_t)x * (uint64_t)y >> 64);
}

REFERENCE(clz32, x == 0 ? 32 : __builtin_clz((uint32_t)x))
REFERENCE(clz64, x == 0 ? 64 : __builtin_clzll((uint64_t)x))
REFERENCE(popc, __builtin_popcountll((uint64_t)x))
REFERENCE(brev32, reversed((uint64_t)x, 32))
REFERENCE(brev64, reversed((uint64_t)x, 64))
REFERENCE(ffs, lowest_bit((uint64_t)x))
REFERENCE(byte_perm, permuted((uint32_t)x, (uint32_t)y, (uint32_t)z))
REFERENCE(min, x < y ? x : y)
REFERENCE(max, x > y ? x : y)
REFERENCE(mulhi32, floorq(ldexpq(x *y, -32)))
REFERENCE(mulhi64, high_half(x, y))
REFERENCE(umulhi64, unsigned_high_half(x, y))
REFERENCE(mul24, product_24(x, y))
REFERENCE(umul24, unsigned_product_24(x, y))
REFERENCE(sad, (uint32_t)((uint64_t)fabsq(x - y) + (uint64_t)z))
REFERENCE(abs, fabsq(x))
REFERENCE(hadd, floorq((x + y) / 2))
REFERENCE(rhadd, floorq((x + y + 1) / 2))
