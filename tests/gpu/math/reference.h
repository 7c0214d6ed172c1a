// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions of reference functions. Arguments that there are not are zero.

#ifndef REFERENCE_H
#define REFERENCE_H

#include "table.h"

#include <quadmath.h>

/// One result from x, y, z, t.
#define REFERENCE(name, value)                                                 \
  void reference_##name(const quad *in, quad *out, int bits);                  \
  void reference_##name(const quad *in, quad *out, int bits) {                 \
    const quad x = in[0], y = in[1], z = in[2], t = in[3];                     \
    (void)x, (void)y, (void)z, (void)t, (void)bits;                            \
    out[0] = value;                                                            \
  }

#endif
