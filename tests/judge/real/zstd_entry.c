// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

uint64_t entry(void) {
  enum { TEXT = 30000 };
  char *text = malloc(TEXT), *unpacked = malloc(TEXT);
  const size_t limit = ZSTD_compressBound(TEXT);
  char *packed = malloc(limit);
  uint32_t state = 7;
  for (unsigned i = 0; i != TEXT; ++i) {
    state = state * 1664525 + 1013904223;
    text[i] = i % 50 < 40 ? "packed and unpacked "[(i + i / 997) % 20]
                          : (char)(state >> 28);
  }
  uint64_t sum = 0;
  for (int level = -5; level != 13; level += 3) {
    const size_t size = ZSTD_compress(packed, limit, text, TEXT, level);
    const size_t back = ZSTD_decompress(unpacked, TEXT, packed, size);
    printf("%d: %zu, %d\n", level, size,
           back == TEXT && memcmp(text, unpacked, TEXT) == 0);
    for (size_t i = 0; i != size; ++i)
      sum = sum * 31 + (unsigned char)packed[i];
  }
  printf("%s\n", ZSTD_getErrorName(ZSTD_decompress(unpacked, 10, packed, 100)));
  free(text), free(unpacked), free(packed);
  return sum;
}
