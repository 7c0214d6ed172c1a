// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef DEVICES_H
#define DEVICES_H

#include <memory>
#include <string>
#include <vector>

struct Plate {
  int width, height;
  std::vector<float> heat;
};

// What runs the kernels of an image.
class Device {
public:
  virtual ~Device() = default;
  virtual void setConductivity(float value) = 0;
  virtual void heatSteps(Plate &plate, int steps) = 0;
};

// Each throws std::runtime_error if it cannot load the image.
std::unique_ptr<Device> openHost(const std::string &sharedLibrary);
std::unique_ptr<Device> openNvidia(const std::string &ptx);

#endif
