// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   math FILE...        runs the kernels of these PTX files on the GPU, and
//   says
//                       how wrong each function is and may be
//   math --self-test    tests the comparison with the CPU's functions
//
// Exit status 1: a function is worse than it may be.

#include "compare.h"
#include "device.h"
#include "grid.h"

#include <math.h>
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The CPU's functions have bounds of their own where they are not exact.
enum { CPU_ULPS = 4 };

static run_function *run;
static bool is_self_test;

/// The points and right results of a row for a type: many kernels share them.
struct points {
  struct letters arguments, results;
  void *in[MAX_ARGUMENTS], *out[MAX_RESULTS];
  quad (*right)[MAX_RESULTS];
};

static void *allocate(size_t size) {
  void *memory = calloc(POINTS, size);
  if (!memory)
    abort();
  return memory;
}

static const void *element(char letter, const void *array, size_t index) {
  return (const char *)array + index * letter_size(letter);
}

static void make_points(const struct row *row, int bits,
                        struct points *points) {
  points->arguments = argument_letters(row->shape, bits);
  points->results = result_letters(row->shape, bits);
  for (size_t i = 0; i != MAX_ARGUMENTS; ++i)
    points->in[i] = allocate(sizeof(double));
  for (size_t i = 0; i != MAX_RESULTS; ++i)
    points->out[i] = allocate(sizeof(double));
  points->right = allocate(sizeof(*points->right));
  fill_points(row->grid, &points->arguments, bits, points->in);
  for (size_t i = 0; i != POINTS; ++i) {
    quad values[MAX_ARGUMENTS] = {0};
    for (size_t a = 0; a != points->arguments.count; ++a) {
      const char letter = points->arguments.letter[a];
      values[a] = load(letter, element(letter, points->in[a], i));
    }
    row->reference(values, points->right[i], bits);
  }
}

static void free_points(struct points *points) {
  for (size_t i = 0; i != MAX_ARGUMENTS; ++i)
    free(points->in[i]);
  for (size_t i = 0; i != MAX_RESULTS; ++i)
    free(points->out[i]);
  free(points->right);
}

struct worst {
  double size;
  size_t point, result, bad;
};

static bool is_within(struct error error, struct limit allowed) {
  return error.ulps <= allowed.ulps ||
         (allowed.absolute > 0 && error.absolute <= allowed.absolute);
}

/// In the measure that has a limit.
static double size_of(struct error error, struct limit allowed) {
  if (allowed.absolute == 0)
    return error.ulps;
  if (allowed.ulps == 0)
    return error.absolute;
  // Units count only where the number is not small enough.
  return error.absolute <= allowed.absolute ? 0 : error.ulps;
}

static struct worst find_worst(const struct points *points,
                               struct limit allowed) {
  struct worst worst = {0, 0, 0, 0};
  for (size_t i = 0; i != POINTS; ++i)
    for (size_t r = 0; r != points->results.count; ++r) {
      const char letter = points->results.letter[r];
      const struct error error = error_of(
          letter, element(letter, points->out[r], i), points->right[i][r]);
      worst.bad += !is_within(error, allowed);
      const double size = size_of(error, allowed);
      if (size <= worst.size)
        continue;
      worst.size = size;
      worst.point = i;
      worst.result = r;
    }
  return worst;
}

static void print_value(char letter, const void *value) {
  if (letter == 'f' || letter == 'd')
    printf(" %.17g (%a)", (double)load(letter, value),
           (double)load(letter, value));
  else
    printf(" %.0f", (double)load(letter, value));
}

static void print_worst(const struct points *points,
                        const struct worst *worst) {
  char right[64];
  printf("    %zu wrong; of", worst->bad);
  for (size_t a = 0; a != points->arguments.count; ++a) {
    const char letter = points->arguments.letter[a];
    print_value(letter, element(letter, points->in[a], worst->point));
  }
  printf(" it is");
  const char letter = points->results.letter[worst->result];
  print_value(letter,
              element(letter, points->out[worst->result], worst->point));
  quadmath_snprintf(right, sizeof(right), "%.20Qg",
                    points->right[worst->point][worst->result]);
  printf(", right is %s\n", right);
}

static void print_line(const struct kernel *kernel, struct limit allowed,
                       const struct worst *worst) {
  printf("%-26s f%d  %-14s %5d points", kernel->function, kernel->bits,
         rows[kernel->row].grid->name, POINTS);
  if (allowed.ulps > 0 || allowed.absolute == 0)
    printf("  %4g of %4g ulp   ", worst->size, allowed.ulps);
  else
    printf("  %.1e of %.1e", worst->size, allowed.absolute);
  printf("  %s\n", worst->bad ? "FAIL" : "ok");
}

/// Results of kernels: how many are right, of how many.
struct score {
  size_t right, all;
};

static void check_kernel(const struct kernel *kernel,
                         const struct points *points, struct score *score) {
  if (!run(kernel, &points->arguments, points->in, &points->results,
           points->out)) {
    if (is_self_test)
      return;
    printf("%-26s FAIL: no file has its kernel\n", kernel->function);
    ++score->all;
    return;
  }
  struct limit allowed = rows[kernel->row].allowed[kernel->bits == 64];
  if (is_self_test && allowed.ulps > 0 && allowed.ulps < CPU_ULPS)
    allowed.ulps = CPU_ULPS;
  const struct worst worst = find_worst(points, allowed);
  print_line(kernel, allowed, &worst);
  if (worst.bad)
    print_worst(points, &worst);
  fflush(stdout);
  ++score->all;
  score->right += worst.bad == 0;
}

/// The kernels of a row for a type.
static void check_row(size_t row, int bits, struct score *score) {
  struct points points;
  bool has_points = false;
  for (size_t i = 0; i != kernel_count; ++i) {
    if (kernels[i].row != row || kernels[i].bits != bits)
      continue;
    if (!has_points)
      make_points(&rows[row], bits, &points);
    has_points = true;
    check_kernel(&kernels[i], &points, score);
  }
  if (has_points)
    free_points(&points);
}

static int check_all(void) {
  struct score score = {0, 0};
  for (size_t row = 0; row != row_count; ++row)
    for (int bits = 32; bits <= 64; bits += 32)
      check_row(row, bits, &score);
  printf("%zu of %zu functions within CUDA's documented error\n", score.right,
         score.all);
  return score.right == score.all && score.all > 0 ? 0 : 1;
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: %s FILE... | --self-test\n", arguments[0]);
    return 2;
  }
  is_self_test = strcmp(arguments[1], "--self-test") == 0;
  run = is_self_test ? run_on_cpu : run_on_cuda;
  if (is_self_test && !check_known_values())
    return 1;
  if (!is_self_test)
    open_cuda(count - 1, arguments + 1);
  return check_all();
}
