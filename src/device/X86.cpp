// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/DeviceFamily.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace llbc {
namespace {

/// Whether \p elf names the loader that starts it.
bool isProgram(const object::ELF64LEObjectFile &elf) {
  auto segments = elf.getELFFile().program_headers();
  if (segments)
    return llvm::any_of(*segments, [](const auto &segment) {
      return segment.p_type == ELF::PT_INTERP;
    });
  consumeError(segments.takeError());
  return false;
}

/// x86-64 Linux, the host device of LLVM's offload runtime: an image is a
/// shared library, and what it exports is launched.
class FamilyX86 : public DeviceFamily {
public:
  StringRef triple() const override { return "x86_64-unknown-linux-gnu"; }

  bool makesImagesFor(const Triple &triple) const override {
    return triple.isOSLinux();
  }

  bool isSameSystem(const Triple &code, const Triple &target) const override {
    return code.isX32() == target.isX32() &&
           DeviceFamily::isSameSystem(code, target);
  }

  // LLVM takes the spelling of `cpu_dispatch`, icelake_client, as well. On its
  // own, "generic" says nothing of the device.
  bool ownsProcessor(StringRef cpu) const override {
    return !cpu.empty() && cpu != "generic" &&
           (cpu == "native" || X86::parseArchX86(cpu) != X86::CK_None ||
            X86::validateCPUSpecificCPUDispatch(cpu));
  }

  StringRef commonProcessor() const override { return "x86-64"; }

  EmitKind imageKind() const override { return EmitKind::Elf; }

  bool makes(EmitKind kind) const override {
    return kind != EmitKind::Cubin && kind != EmitKind::Fatbin &&
           kind != EmitKind::HipBundle;
  }

  // Target regions, by the name that OpenMPIRBuilder gives them.
  bool isKernel(StringRef name, CallingConv::ID callingConv) const override {
    return DeviceFamily::isKernel(name, callingConv) ||
           name.starts_with("__omp_offloading_");
  }

  bool exportsAreKernels() const override { return true; }

  bool unwinds() const override { return true; }

  bool usesSharedLibraries() const override { return true; }

  unsigned elfMachine() const override { return ELF::EM_X86_64; }

  // The header leaves the system open.
  std::string
  tripleOf(const object::ELFObjectFileBase & /*object*/) const override {
    return triple().str();
  }

  void identify(const object::ELF64LEObjectFile &elf,
                DeviceImage &image) const override {
    const object::ELFObjectFileBase &header = elf;
    if (header.getEType() != ELF::ET_DYN || isProgram(elf))
      return;
    image.kind = object::IMG_Object;
    image.arch = commonProcessor();
  }
};

} // namespace

const DeviceFamily &familyX86() {
  static const FamilyX86 family;
  return family;
}

} // namespace llbc
