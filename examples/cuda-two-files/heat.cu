// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stencil.h"

// One step in time. The rim of the plate keeps its heat. What it calls is in
// stencil.cu.
extern "C" __global__ void heatStep(const float *from, float *to, int width,
                                    int height) {
  const Plate plate = {width, height};
  for (int i = firstOfThread(); i < width * height; i += threadCount()) {
    const int x = i % width, y = i / width;
    to[i] = from[i];
    if (!plate.isRim(x, y))
      to[i] += conductivity * flow(plate, from, x, y);
  }
}
