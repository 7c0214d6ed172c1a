// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/DeviceFamily.h"
#include "image/PtxLexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace llbc {
namespace {

constexpr StringRef processorPrefix = "sm_";

/// What makes code for one processor only, such as the "a" of sm_90a: ptxas
/// leaves it in its own note alone.
std::string archSuffix(const object::ELFObjectFileBase &elf, unsigned sm) {
  const std::string option = "-arch sm_" + std::to_string(sm);
  for (const object::SectionRef &section : elf.sections()) {
    Expected<StringRef> name = section.getName();
    Expected<StringRef> contents = section.getContents();
    if (name && contents && *name == ".note.nv.tkinfo")
      return contents->split(option)
          .second.take_while([](char c) { return isAlpha(c); })
          .str();
    consumeError(name.takeError());
    consumeError(contents.takeError());
  }
  return {};
}

/// A cubin's ABI version says how its flags are laid out (ELF.h, EF_CUDA_*).
std::string cubinArch(const object::ELFObjectFileBase &elf) {
  const unsigned flags = elf.getPlatformFlags();
  const bool isV2 = elf.getEIdentABIVersion() >= ELF::ELFABIVERSION_CUDA_V2;
  const unsigned sm =
      isV2 ? (flags & ELF::EF_CUDA_SM_MASK) >> ELF::EF_CUDA_SM_OFFSET
           : flags & ELF::EF_CUDA_SM;
  const unsigned accelerated =
      isV2 ? ELF::EF_CUDA_ACCELERATORS : ELF::EF_CUDA_ACCELERATORS_V1;
  if (flags & accelerated)
    return "sm_" + std::to_string(sm) + "a";
  return "sm_" + std::to_string(sm) + archSuffix(elf, sm);
}

/// NVIDIA's GPUs: an image is PTX, and ptxas makes a cubin of it.
class FamilyNVPTX : public DeviceFamily {
public:
  StringRef triple() const override { return "nvptx64-nvidia-cuda"; }

  bool makesImagesFor(const Triple & /*triple*/) const override { return true; }

  // Its libraries name systems of their own: libdevice says "gpulibs".
  bool isSameSystem(const Triple & /*code*/,
                    const Triple & /*target*/) const override {
    return true;
  }

  bool ownsProcessor(StringRef cpu) const override {
    return cpu.starts_with(processorPrefix);
  }

  EmitKind imageKind() const override { return EmitKind::Asm; }

  bool makes(EmitKind kind) const override {
    return kind != EmitKind::Obj && kind != EmitKind::Elf &&
           kind != EmitKind::Map && kind != EmitKind::HipBundle;
  }

  std::optional<unsigned> sharedAddressSpace() const override { return 3; }

  unsigned elfMachine() const override { return ELF::EM_CUDA; }

  StringRef objectRefusal() const override {
    return "is a relocatable cubin; link it with nvlink first";
  }

  bool isImageText(StringRef bytes) const override {
    constexpr size_t enough = 4096;
    bytes = bytes.take_front(enough);
    PtxLexer lexer(bytes);
    return !bytes.contains('\x7f') && lexer.next() &&
           lexer.token() == ".version";
  }

  Error readText(DeviceImage &image) const override {
    image.kind = object::IMG_PTX;
    image.arch = readPtxHeader(image.bytes).cpu.str();
    if (!ownsProcessor(image.arch))
      return createStringError("the PTX names no .target");
    size_t opened = 0;
    size_t closed = 0;
    for (PtxLexer lexer(image.bytes); lexer.next();) {
      if (lexer.token() == ".entry" && lexer.next())
        image.kernels.push_back(lexer.token().str());
      opened += lexer.token() == "{" ? 1 : 0;
      closed += lexer.token() == "}" ? 1 : 0;
    }
    const bool hasNoBody =
        opened == 0 && (!image.kernels.empty() ||
                        !StringRef(image.bytes).rtrim('\0').ends_with("\n"));
    if (hasNoBody || opened != closed)
      return createStringError("the PTX ends early: a '}' is missing");
    return Error::success();
  }

  void identify(const object::ELF64LEObjectFile &elf,
                DeviceImage &image) const override {
    image.kind = object::IMG_Cubin;
    image.arch = cubinArch(elf);
  }

  bool hasDynamicSymbols() const override { return false; }

  bool isKernelSymbol(const object::ELFSymbolRef &function,
                      const StringSet<> & /*names*/) const override {
    constexpr unsigned entry = 0x10; // STO_CUDA_ENTRY
    return (function.getOther() & entry) != 0;
  }
};

} // namespace

const DeviceFamily &familyNVPTX() {
  static const FamilyNVPTX family;
  return family;
}

} // namespace llbc
