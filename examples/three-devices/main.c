/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Runs the kernel on the first device that is there. The images are in
 * images.o, under names made of its own and the processor's.
 */

#include "devices.h"

#include <stdio.h>

extern const char images_x86_64[], images_sm_80[], images_gfx90a[];
extern const uint64_t images_x86_64_size;

enum { COUNT = 100000 };

int main(void) {
  static unsigned char isPrime[COUNT];
  const char *device = "an NVIDIA GPU";
  if (!run_on_nvidia(images_sm_80, isPrime, COUNT)) {
    device = "an AMD GPU";
    if (!run_on_amd(images_gfx90a, isPrime, COUNT)) {
      device = "the host";
      if (!run_on_host(images_x86_64, images_x86_64_size, isPrime, COUNT)) {
        fprintf(stderr, "no device runs the kernel\n");
        return 1;
      }
    }
  }
  int primes = 0;
  for (int i = 0; i != COUNT; ++i)
    primes += isPrime[i];
  printf("%d prime numbers below %d, found on %s\n", primes, COUNT, device);
  return 0;
}
