// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef STENCIL_H
#define STENCIL_H

#include "device.h"

// A plate, row by row.
struct Plate {
  int width, height;

  __device__ int at(int x, int y) const { return y * width + x; }
  __device__ bool isRim(int x, int y) const {
    return x == 0 || y == 0 || x == width - 1 || y == height - 1;
  }
};

// How much of a difference in heat flows in one step; defined in stencil.cu.
extern __constant__ float conductivity;

__device__ float flow(const Plate &plate, const float *heat, int x, int y);

#endif
