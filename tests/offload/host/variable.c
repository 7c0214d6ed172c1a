// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* A program whose only device code beside one region is a variable, in a file
 * that is compiled with -DVARIABLE. */
#include <stdio.h>

#pragma omp declare target
#ifdef VARIABLE
int bias = 5;
#else
extern int bias;
#endif
#pragma omp end declare target

#ifndef VARIABLE
int main(void) {
  int result = 0;
  bias = 9;
#pragma omp target update to(bias)
#pragma omp target map(from : result)
  result = bias + 1;
  printf("%d\n", result);
  return 0;
}
#endif
