// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packs and unpacks text with memory of its own, so that a GPU can do it.

#include <stdint.h>
#include <zlib.h>

enum { TEXT = 6000, PACKED = 8000, ARENA = 1 << 19 };

static unsigned char arena[ARENA] __attribute__((aligned(64)));
static unsigned used;
static unsigned char text[TEXT], packed[PACKED], unpacked[TEXT];

static voidpf take(voidpf unused, uInt count, uInt size) {
  (void)unused;
  const unsigned start = used;
  used += (count * size + 63) & ~63U;
  return used <= ARENA ? arena + start : Z_NULL;
}

static void leave(voidpf unused, voidpf address) {
  (void)unused, (void)address;
}

static uint64_t round_trip(int level) {
  z_stream out = {.zalloc = take, .zfree = leave};
  used = 0;
  if (deflateInit(&out, level) != Z_OK)
    return 1;
  out.next_in = text, out.avail_in = TEXT;
  out.next_out = packed, out.avail_out = PACKED;
  if (deflate(&out, Z_FINISH) != Z_STREAM_END)
    return 2;
  const uint64_t size = out.total_out;
  deflateEnd(&out);
  z_stream in = {.zalloc = take, .zfree = leave};
  used = 0;
  if (inflateInit(&in) != Z_OK)
    return 3;
  in.next_in = packed, in.avail_in = (uInt)size;
  in.next_out = unpacked, in.avail_out = TEXT;
  if (inflate(&in, Z_FINISH) != Z_STREAM_END)
    return 4;
  inflateEnd(&in);
  for (unsigned i = 0; i != TEXT; ++i)
    if (text[i] != unpacked[i])
      return 5;
  return size << 32 ^ crc32(0, packed, (uInt)size);
}

static uint64_t all_levels(void) {
  uint32_t state = 7;
  for (unsigned i = 0; i != TEXT; ++i) {
    state = state * 1664525 + 1013904223;
    text[i] = i % 50 < 20 ? "packed and unpacked "[i % 20]
                          : (unsigned char)(state >> 28);
  }
  uint64_t sum = adler32(1, text, TEXT);
  for (int level = 0; level != 10; ++level)
    sum = sum * 31 + round_trip(level);
  return sum;
}

#ifdef __NVPTX__
__attribute__((device_kernel)) void entry(uint64_t *out, uint64_t count) {
  out[0] = count ? all_levels() : 0;
}
#else
uint64_t entry(void) { return all_levels(); }
#endif
