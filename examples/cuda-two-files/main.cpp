// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cold plate with one hot edge: main <heat.so|heat.ptx>

#include "devices.h"

#include <cstdio>
#include <exception>
#include <string>

// The heat after some time, from the hot edge inwards.
static void simulate(Device &device, const char *name) {
  Plate plate{64, 32, std::vector<float>(64 * 32)};
  for (int y = 0; y < plate.height; ++y)
    plate.heat[y * plate.width] = 100;
  device.heatSteps(plate, 500);
  std::printf("%-7s", name);
  for (int x = 0; x <= 20; x += 4)
    std::printf("%6.1f", static_cast<double>(plate.heat[16 * plate.width + x]));
  std::puts("");
}

int main(int argc, char **argv) {
  if (argc != 2)
    return std::fprintf(stderr, "usage: %s <heat.so|heat.ptx>\n", argv[0]), 2;
  const std::string image = argv[1];
  const bool isPtx =
      image.size() > 4 && image.substr(image.size() - 4) == ".ptx";
  try {
    const auto device = isPtx ? openNvidia(image) : openHost(image);
    simulate(*device, "copper");
    device->setConductivity(0.02F);
    simulate(*device, "steel");
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "%s: %s\n", argv[1], error.what()), 1;
  }
  std::printf("computed on %s\n", isPtx ? "an NVIDIA GPU" : "the host device");
}
