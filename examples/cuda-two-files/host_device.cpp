// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An x86-64 image is a shared library: its kernels are functions, and its
// variables are there to be set.

#include "devices.h"

#include <dlfcn.h>
#include <stdexcept>

namespace {

class HostDevice : public Device {
public:
  explicit HostDevice(const std::string &path)
      : library(dlopen(path.c_str(), RTLD_NOW)) {
    if (!library)
      throw std::runtime_error(dlerror());
    kernel = reinterpret_cast<decltype(kernel)>(find("heatStep"));
    conductivity = static_cast<float *>(find("conductivity"));
  }
  HostDevice(const HostDevice &) = delete;
  ~HostDevice() override { dlclose(library); }

  void setConductivity(float value) override { *conductivity = value; }

  void heatSteps(Plate &plate, int steps) override {
    std::vector<float> next(plate.heat.size());
    for (int step = 0; step < steps; ++step) {
      kernel(plate.heat.data(), next.data(), plate.width, plate.height);
      plate.heat.swap(next);
    }
  }

private:
  void *find(const char *name) {
    void *address = dlsym(library, name);
    if (!address)
      throw std::runtime_error(dlerror());
    return address;
  }

  void *library;
  void (*kernel)(const float *, float *, int, int);
  float *conductivity;
};

} // namespace

std::unique_ptr<Device> openHost(const std::string &sharedLibrary) {
  return std::make_unique<HostDevice>(sharedLibrary);
}
