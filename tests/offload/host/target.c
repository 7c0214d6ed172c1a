// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenMP as users write it; clang compiles the host's half and the devices'. */
#include <stdio.h>

enum { N = 1000 };

/* Which half this is: the test compiles the device's with another value. */
#ifndef HALF
#define HALF "host"
#endif

#pragma omp declare target
const int weights[] = {2, 3, 5, 7, 11};
int bias = 4;
static int weigh(int i) { return i * weights[i % 5] + bias; }
#pragma omp end declare target

int main(void) {
  static int data[N];
  static char half[8] = "none";
#pragma omp target map(from : data) map(from : half)
  {
    for (unsigned i = 0; i < sizeof HALF; ++i)
      half[i] = HALF[i];
    for (int i = 0; i < N; ++i)
      data[i] = weigh(i);
  }
  int sum = 1;
#pragma omp target map(to : data) map(tofrom : sum)
  for (int i = 0; i < N; ++i)
    sum += data[i];
  int expected = 1;
  for (int i = 0; i < N; ++i)
    expected += weigh(i);
  printf("the %s computed %s\n", half, sum == expected ? "right" : "wrong");
  return sum != expected;
}
