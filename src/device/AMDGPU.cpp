// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/AMDGPUHeader.h"
#include "device/DeviceFamily.h"

using namespace llvm;

namespace llbc {
namespace {

/// AMD's GPUs.
class FamilyAMDGPU : public DeviceFamily {
public:
  StringRef triple() const override { return "amdgcn-amd-amdhsa"; }

  bool makesImagesFor(const Triple &triple) const override {
    return triple.getOS() == Triple::AMDHSA;
  }

  // LLVM knows other names for the first ones, but no runtime does.
  bool ownsProcessor(StringRef cpu) const override {
    return cpu.starts_with("gfx");
  }

  EmitKind imageKind() const override { return EmitKind::Elf; }

  bool makes(EmitKind kind) const override {
    return kind != EmitKind::Cubin && kind != EmitKind::Fatbin;
  }

  StringRef descriptorSuffix() const override {
    return amdgpu::descriptorSuffix;
  }

  std::optional<unsigned> sharedAddressSpace() const override { return 3; }

  unsigned elfMachine() const override { return ELF::EM_AMDGPU; }

  void identify(const object::ELF64LEObjectFile &elf,
                DeviceImage &image) const override {
    image.kind = object::IMG_Object;
    image.arch = amdgpu::targetIDOf(elf);
  }
};

} // namespace

const DeviceFamily &familyAMDGPU() {
  static const FamilyAMDGPU family;
  return family;
}

} // namespace llbc
