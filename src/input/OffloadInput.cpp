// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that bring device code in a package: OffloadBinaries, host objects
// that carry them, and finished images.

#include "input/InputReader.h"

#include "llvm/Object/OffloadBinary.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

/// Whether \p object hands its images to a runtime by itself.
bool registersImages(const ObjectFile &object) {
  static constexpr StringRef functions[] = {"__tgt_register_lib",
                                            "__cudaRegisterFatBinary",
                                            "__hipRegisterFatBinary"};
  return llvm::any_of(object.symbols(), [](const SymbolRef &symbol) {
    Expected<StringRef> name = symbol.getName();
    if (name)
      return llvm::is_contained(functions, *name);
    consumeError(name.takeError());
    return false;
  });
}

} // namespace

bool InputReader::addImage(StringRef bytes, StringRef name) {
  Expected<DeviceImage> image = readDeviceImage(bytes, name, config.imageArch);
  if (!image) {
    diag.error(name, image.takeError());
    return true;
  }
  if (image->kind == IMG_None)
    return false;
  inputs.images.push_back(std::move(*image));
  return true;
}

bool InputReader::addRelocatable(const OffloadBinary &binary, StringRef name,
                                 bool lazy) {
  if (!binary.getImage().starts_with("\x7f"
                                     "ELF"))
    return false;
  inputs.buffers.push_back(
      MemoryBuffer::getMemBufferCopy(binary.getImage(), name));
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createELFObjectFile(*inputs.buffers.back());
  if (!object) {
    diag.error(name, object.takeError());
    return true;
  }
  const auto &elf = cast<ELFObjectFileBase>(**object);
  if (elf.getEType() != ELF::ET_REL)
    return false;
  if (elf.getEMachine() == ELF::EM_CUDA)
    diag.error(name, "is a relocatable cubin; link it with nvlink first");
  else
    addNative(elf, name, lazy, binary.getArch());
  return true;
}

void InputReader::addOffloadBinaries(MemoryBufferRef buffer, StringRef name,
                                     bool lazy, bool isRegistered) {
  // At 4 in the header; newer versions are not laid out alike.
  constexpr size_t versionOffset = 4;
  if (buffer.getBufferSize() < sizeof(OffloadBinary::Header))
    return diag.error(name, "the offload bundle ends early");
  const uint32_t version =
      support::endian::read32le(buffer.getBufferStart() + versionOffset);
  if (version != OffloadBinary::Version)
    return diag.error(name, "is an offload bundle of version " +
                                Twine(version) + "; this tool reads version 1");
  SmallVector<OffloadFile> binaries;
  if (Error err = extractOffloadBinaries(buffer, binaries)) {
    consumeError(std::move(err));
    return diag.error(name, "the offload bundle is damaged or ends early");
  }
  for (OffloadFile &file : binaries) {
    const OffloadBinary &binary = *file.getBinary();
    const std::string member =
        (name + "(" + binary.getTriple() + "," + binary.getArch() + ")").str();
    if (binary.getImageKind() == IMG_Bitcode) {
      inputs.buffers.push_back(
          MemoryBuffer::getMemBufferCopy(binary.getImage(), member));
      addBitcode(*inputs.buffers.back(), member, lazy, binary.getArch());
      continue;
    }
    if (addRelocatable(binary, member, lazy))
      continue;
    DeviceImage image;
    image.kind = binary.getImageKind();
    image.triple = binary.getTriple();
    image.arch =
        config.imageArch.empty() ? binary.getArch().str() : config.imageArch;
    image.bytes = binary.getImage();
    image.name = member;
    image.isRegistered = isRegistered;
    // What the image itself says is better than a kind that some tool guessed
    // from a file's name.
    Expected<DeviceImage> known =
        readDeviceImage(image.bytes, member, image.arch);
    if (!known) {
      diag.error(member, known.takeError());
      continue;
    }
    if (known->kind != IMG_None) {
      image.kind = known->kind;
      image.kernels = std::move(known->kernels);
    }
    if (image.kind == IMG_None || image.triple.empty()) {
      diag.error(member, "is an image of unknown kind");
      continue;
    }
    inputs.images.push_back(std::move(image));
  }
}

bool InputReader::addOffloadSections(const ObjectFile &object, StringRef name,
                                     bool lazy) {
  bool found = false;
  for (const SectionRef &section : object.sections()) {
    Expected<StringRef> sectionName = section.getName();
    if (!sectionName) {
      diag.error(name, sectionName.takeError());
      return true;
    }
    if (*sectionName != ".llvm.offloading")
      continue;
    found = true;
    Expected<StringRef> contents = section.getContents();
    if (contents)
      addOffloadBinaries(MemoryBufferRef(*contents, name), name, lazy,
                         registersImages(object));
    else
      diag.error(name, contents.takeError());
  }
  return found;
}

} // namespace llbc
