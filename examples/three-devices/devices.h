/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each function runs the kernel of an image and returns 1, or returns 0 where
 * there is no such device.
 */

#ifndef DEVICES_H
#define DEVICES_H

#include <stdint.h>

int run_on_host(const char *image, uint64_t size, unsigned char *bytes,
                int count);
int run_on_nvidia(const char *image, unsigned char *bytes, int count);
int run_on_amd(const char *image, unsigned char *bytes, int count);

#endif
