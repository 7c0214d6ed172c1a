// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// functions.def and kernels.inc as tables.

#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

/// Exact for all arguments: floats, doubles and integers of 64 bits.
typedef __float128 quad;

enum { MAX_ARGUMENTS = 4, MAX_RESULTS = 2 };

/// Computes the results for the floating-point type of so many bits. It is far
/// better than that type, or right for it. A NaN for an integer says that the
/// result may be anything.
typedef void reference_function(const quad *in, quad *out, int bits);

/// The error that is allowed: one of both.
struct limit {
  double ulps, absolute;
};

struct row {
  const char *name;
  reference_function *reference;
  const char *shape;
  const struct grid *grid;
  struct limit allowed[2]; ///< For float and double.
};

struct kernel {
  size_t row;
  const char *function, *name;
  int bits;
};

extern const struct row rows[];
extern const size_t row_count;
extern const struct kernel kernels[];
extern const size_t kernel_count;

/// The letters of one side of a shape, with `f` or `d` for `t`.
struct letters {
  size_t count;
  char letter[MAX_ARGUMENTS];
};
struct letters result_letters(const char *shape, int bits);
struct letters argument_letters(const char *shape, int bits);

/// The size of a value on the device.
size_t letter_size(char letter);

#endif
