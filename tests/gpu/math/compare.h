// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far a result is from the right one.

#ifndef COMPARE_H
#define COMPARE_H

#include "table.h"

/// In units in the last place, from the correctly rounded result; and as a
/// number. Both are infinite where only one is a NaN, or only the right one is
/// infinite. To a zero of the other sign there are infinitely many units.
struct error {
  double ulps, absolute;
};

struct error error_of(char letter, const void *result, quad right);

quad load(char letter, const void *value);

#endif
