/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

#include "device.h"

/* isPrime[i] becomes 1 where i is a prime number, else 0. */
KERNEL void primes(unsigned char *isPrime, int count) {
  for (int i = first(); i < count; i += stride()) {
    isPrime[i] = i > 1;
    for (int divisor = 2; divisor * divisor <= i; ++divisor)
      if (i % divisor == 0)
        isPrime[i] = 0;
  }
}
