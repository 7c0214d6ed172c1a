// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that bring device code in a package: OffloadBinaries, host objects
// that carry them, and finished images.

#include "input/InputReader.h"
#include "offload/Arch.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBinary.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

/// Whether \p base hands its images to a runtime by itself. Every size in it is
/// checked here, which LLVM's iterators do not do.
Expected<bool> registersImages(const ObjectFile &base) {
  static constexpr StringRef functions[] = {"__tgt_register_lib",
                                            "__cudaRegisterFatBinary",
                                            "__hipRegisterFatBinary"};
  const auto *object = dyn_cast<ELF64LEObjectFile>(&base);
  if (!object)
    return false;
  const ELFFile<ELF64LE> &elf = object->getELFFile();
  Expected<ELF64LE::ShdrRange> sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const ELF64LE::Shdr &section : *sections) {
    if (section.sh_type != ELF::SHT_SYMTAB)
      continue;
    Expected<StringRef> names = elf.getStringTableForSymtab(section);
    if (!names)
      return names.takeError();
    Expected<ELF64LE::SymRange> symbols = elf.symbols(&section);
    if (!symbols)
      return symbols.takeError();
    for (const ELF64LE::Sym &symbol : *symbols) {
      Expected<StringRef> name = symbol.getName(*names);
      if (!name)
        return name.takeError();
      if (llvm::is_contained(functions, *name))
        return true;
    }
  }
  return false;
}

} // namespace

/// The strings, tables and images that LLVM's reader would follow anywhere.
static Error checkOffloadBinaries(StringRef bytes) {
  auto isWithin = [](uint64_t offset, uint64_t size, uint64_t whole) {
    return offset <= whole && size <= whole - offset;
  };
  const auto fault = [] {
    return createStringError("the offload bundle is damaged or ends early");
  };
  while (bytes.starts_with("\x10\xff\x10\xad")) {
    OffloadBinary::Header header;
    if (bytes.size() < sizeof(header))
      return fault();
    memcpy(&header, bytes.data(), sizeof(header));
    if (header.Version != OffloadBinary::Version)
      return createStringError("is an offload bundle of version " +
                               Twine(header.Version) +
                               "; this tool reads version 1");
    OffloadBinary::Entry entry;
    if (header.Size < sizeof(header) || header.Size > bytes.size() ||
        !isWithin(header.EntryOffset, sizeof(entry), header.Size))
      return fault();
    StringRef own = bytes.take_front(header.Size);
    memcpy(&entry, own.data() + header.EntryOffset, sizeof(entry));
    OffloadBinary::StringEntry pair;
    if (!isWithin(entry.ImageOffset, entry.ImageSize, own.size()) ||
        entry.NumStrings > own.size() / sizeof(pair) ||
        !isWithin(entry.StringOffset, entry.NumStrings * sizeof(pair),
                  own.size()))
      return fault();
    for (uint64_t i = 0; i != entry.NumStrings; ++i) {
      memcpy(&pair, own.data() + entry.StringOffset + i * sizeof(pair),
             sizeof(pair));
      for (const uint64_t offset : {pair.KeyOffset, pair.ValueOffset})
        if (offset >= own.size() || !own.drop_front(offset).contains('\0'))
          return fault();
    }
    bytes = bytes.drop_front(header.Size).ltrim('\0');
  }
  return bytes.empty() ? Error::success() : fault();
}

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
  if (Error err = checkOffloadBinaries(buffer.getBuffer()))
    return diag.error(name, std::move(err));
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
      addBitcode(*inputs.buffers.back(), member, lazy,
                 canonicalArch(binary.getArch() == "generic"
                                   ? StringRef()
                                   : binary.getArch()));
      continue;
    }
    if (addRelocatable(binary, member, lazy))
      continue;
    DeviceImage image;
    image.kind = binary.getImageKind();
    image.triple = binary.getTriple();
    image.arch = canonicalArch(config.imageArch.empty() ? binary.getArch()
                                                        : config.imageArch);
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
    const bool isOpaque =
        image.kind == IMG_Fatbinary || image.kind == IMG_SPIRV;
    if (image.triple.empty() || (known->kind == IMG_None && !isOpaque)) {
      diag.error(member, "is an image of unknown kind");
      continue;
    }
    if (known->kind != IMG_None) {
      image.kind = known->kind;
      image.arch = known->arch;
      image.kernels = std::move(known->kernels);
      image.variables = std::move(known->variables);
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
    Expected<bool> isRegistered = registersImages(object);
    if (!contents)
      diag.error(name, contents.takeError());
    else if (isRegistered)
      addOffloadBinaries(MemoryBufferRef(*contents, name), name, lazy,
                         *isRegistered);
    consumeError(contents.takeError());
    if (!isRegistered)
      diag.error(name, isRegistered.takeError());
  }
  return found;
}

} // namespace llbc
