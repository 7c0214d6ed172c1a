// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the kernels of examples/vecadd on known data and compares with the CPU.

#include "runtimes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10000, ROWS = 100, COLUMNS = 100, BINS = 16 };

static float a[N], b[N], out[N];

/// An argument by value, in a word of its own.
static void *word_of_float(float value) {
  union {
    float value;
    void *word;
  } argument = {.word = 0};
  argument.value = value;
  return argument.word;
}

static int check(const char *kernel, int is_right) {
  printf("  %-16s %s\n", kernel, is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

static int run_vecadd(void) {
  void *result = upload(out, sizeof(out));
  void *arguments[] = {upload(a, sizeof(a)), upload(b, sizeof(b)), result,
                       (void *)(size_t)N};
  launch("vecadd", arguments, 4);
  download(out, result, sizeof(out));
  int is_right = 1;
  for (int i = 0; i != N; ++i)
    is_right &= out[i] == a[i] + b[i];
  return check("vecadd", is_right);
}

static int run_saxpy(void) {
  void *y = upload(b, sizeof(b));
  void *arguments[] = {word_of_float(2.5F), upload(a, sizeof(a)), y,
                       (void *)(size_t)N};
  launch("saxpy", arguments, 4);
  download(out, y, sizeof(out));
  int is_right = 1;
  for (int i = 0; i != N; ++i)
    is_right &= out[i] == b[i] + 2.5F * a[i];
  return check("saxpy", is_right);
}

static int run_normalize_rows(void) {
  void *result = upload(out, sizeof(out));
  void *arguments[] = {upload(a, sizeof(a)), result, (void *)(size_t)ROWS,
                       (void *)(size_t)COLUMNS};
  launch("normalize_rows", arguments, 4);
  download(out, result, sizeof(out));
  int is_right = 1;
  for (int r = 0; r != ROWS; ++r) {
    double sum = 0;
    for (int c = 0; c != COLUMNS; ++c)
      sum += (double)out[r * COLUMNS + c] * out[r * COLUMNS + c];
    is_right &= fabs(sqrt(sum) - 1) < 1e-5;
  }
  return check("normalize_rows", is_right);
}

static int run_histogram(void) {
  static uint32_t data[N], bins[BINS], expected[BINS];
  for (int i = 0; i != N; ++i)
    ++expected[data[i] = (uint32_t)(i * 7919) % BINS];
  void *result = upload(bins, sizeof(bins));
  void *arguments[] = {upload(data, sizeof(data)), (void *)(size_t)N, result,
                       (void *)(size_t)BINS};
  launch("histogram", arguments, 4);
  download(bins, result, sizeof(bins));
  int is_right = 1;
  for (int i = 0; i != BINS; ++i)
    is_right &= bins[i] == expected[i];
  return check("histogram", is_right);
}

int main(void) {
  for (int i = 0; i != N; ++i) {
    a[i] = (float)(i * 37 % 2001 - 1000) / 8;
    b[i] = (float)(i * 53 % 2001 - 1000) / 8;
  }
  return run_vecadd() + run_saxpy() + run_normalize_rows() + run_histogram();
}
