// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stencil.h"

__constant__ float conductivity = 0.2F;

// What comes from the four neighbours, less what goes to them.
__device__ float flow(const Plate &plate, const float *heat, int x, int y) {
  const float here = heat[plate.at(x, y)];
  const float neighbours[] = {
      heat[plate.at(x - 1, y)], heat[plate.at(x + 1, y)],
      heat[plate.at(x, y - 1)], heat[plate.at(x, y + 1)]};
  float sum = 0;
  for (const float neighbour : neighbours)
    sum += neighbour - here;
  return sum;
}
