// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the place of csmith's own header: needs no C library, so that a GPU can
// run the program, and keeps the checksum instead of printing it.

#ifndef JUDGE_CSMITH_H
#define JUDGE_CSMITH_H

#include <float.h>
#include <limits.h>
#include <stdint.h>

#ifdef __NVPTX__
#define KERNEL __attribute__((device_kernel))
#endif

// The names of loops' indices are printed only when asked for.
#define printf(...) ((void)0)
#define ldexp __builtin_ldexp
#define ldexpf __builtin_ldexpf
#define fabs __builtin_fabs
#define fabsf __builtin_fabsf
#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(x) (safe_##x)
#include <csmith/safe_math.h>
#undef FUNC_NAME

static uint32_t crc32_tab[256];
static uint32_t crc32_context = 0xFFFFFFFFU;
static uint64_t checksum;

static void crc32_gentab(void) {
  for (uint32_t i = 0; i != 256; ++i) {
    uint32_t crc = i;
    for (int bit = 0; bit != 8; ++bit)
      crc = crc & 1 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
    crc32_tab[i] = crc;
  }
}

static void crc32_byte(uint8_t byte) {
  crc32_context = crc32_context >> 8 ^ crc32_tab[(crc32_context ^ byte) & 0xFF];
}

static void transparent_crc(uint64_t value, const char *name, int flag) {
  (void)name, (void)flag;
  for (int byte = 0; byte != 8; ++byte)
    crc32_byte((uint8_t)(value >> 8 * byte));
}

static void transparent_crc_bytes(char *bytes, int size, const char *name,
                                  int flag) {
  (void)name, (void)flag;
  for (int i = 0; i != size; ++i)
    crc32_byte((uint8_t)bytes[i]);
}

static void platform_main_begin(void) {}

static void platform_main_end(uint32_t crc, int flag) {
  (void)flag;
  checksum = crc;
}

#endif
