// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An NVIDIA GPU, by the driver's own library, without its header.

#include "devices.h"

#include <cstdint>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace {

using Address = std::uint64_t;

class NvidiaDevice : public Device {
public:
  explicit NvidiaDevice(const std::string &path)
      : driver(dlopen("libcuda.so.1", RTLD_NOW)) {
    if (!driver)
      throw std::runtime_error(dlerror());
    int device;
    void *context;
    call<unsigned>("cuInit", 0);
    call<int *, int>("cuDeviceGet", &device, 0);
    call<void **, int>("cuDevicePrimaryCtxRetain", &context, device);
    call<void *>("cuCtxSetCurrent", context);

    std::ifstream file(path);
    const std::string ptx{std::istreambuf_iterator<char>(file), {}};
    call<void **, const void *>("cuModuleLoadData", &module, ptx.c_str());
    call<void **, void *, const char *>("cuModuleGetFunction", &kernel, module,
                                        "heatStep");
  }

  void setConductivity(float value) override {
    Address address;
    std::size_t size;
    call<Address *, std::size_t *, void *, const char *>(
        "cuModuleGetGlobal_v2", &address, &size, module, "conductivity");
    copyIn(address, &value, size);
  }

  void heatSteps(Plate &plate, int steps) override {
    const std::size_t size = plate.heat.size() * sizeof(float);
    Address from = allocate(size), to = allocate(size);
    copyIn(from, plate.heat.data(), size);
    for (int step = 0; step < steps; ++step) {
      void *arguments[] = {&from, &to, &plate.width, &plate.height};
      call<void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
           unsigned, void *, void **, void **>("cuLaunchKernel", kernel, 16, 1,
                                               1, 128, 1, 1, 0, nullptr,
                                               arguments, nullptr);
      std::swap(from, to);
    }
    call<void *, Address, std::size_t>("cuMemcpyDtoH_v2", plate.heat.data(),
                                       from, size);
    call<Address>("cuMemFree_v2", from);
    call<Address>("cuMemFree_v2", to);
  }

private:
  template <typename... Types> void call(const char *name, Types... arguments) {
    const auto function =
        reinterpret_cast<int (*)(Types...)>(dlsym(driver, name));
    if (!function)
      throw std::runtime_error(dlerror());
    if (const int status = function(arguments...))
      throw std::runtime_error(std::string(name) + ": CUDA error " +
                               std::to_string(status));
  }

  Address allocate(std::size_t size) {
    Address address;
    call<Address *, std::size_t>("cuMemAlloc_v2", &address, size);
    return address;
  }

  void copyIn(Address to, const void *from, std::size_t size) {
    call<Address, const void *, std::size_t>("cuMemcpyHtoD_v2", to, from, size);
  }

  void *driver, *module, *kernel;
};

} // namespace

std::unique_ptr<Device> openNvidia(const std::string &ptx) {
  return std::make_unique<NvidiaDevice>(ptx);
}
