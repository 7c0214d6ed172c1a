/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "factor.h"

int offset(int number);

void scale(int *numbers, int count) {
  for (int i = 0; i < count; ++i)
    numbers[i] = offset(FACTOR * numbers[i]);
}

void negate(int *numbers, int count) {
  for (int i = 0; i < count; ++i)
    numbers[i] = -numbers[i];
}
