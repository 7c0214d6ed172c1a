// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/ReadImage.h"

#include "device/DeviceFamily.h"
#include "image/Arch.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

/// The symbols that a loader finds.
Expected<std::vector<ELFSymbolRef>> visibleSymbols(const ELFObjectFileBase &elf,
                                                   bool isDynamic) {
  std::vector<ELFSymbolRef> symbols;
  for (const ELFSymbolRef symbol :
       isDynamic ? elf.getDynamicSymbolIterators() : elf.symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    if ((*flags & SymbolRef::SF_Global) && !(*flags & SymbolRef::SF_Undefined))
      symbols.push_back(symbol);
  }
  return symbols;
}

Error readSymbols(const ELFObjectFileBase &elf, const DeviceFamily &family,
                  DeviceImage &image) {
  Expected<std::vector<ELFSymbolRef>> symbols =
      visibleSymbols(elf, family.hasDynamicSymbols());
  if (!symbols)
    return symbols.takeError();
  StringSet<> names;
  for (const ELFSymbolRef &symbol : *symbols) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    names.insert(*name);
  }
  StringRef suffix = family.descriptorSuffix();
  for (const ELFSymbolRef &symbol : *symbols) {
    StringRef name = cantFail(symbol.getName());
    if (symbol.getELFType() == ELF::STT_FUNC &&
        family.isKernelSymbol(symbol, names))
      image.kernels.push_back(name.str());
    else if (symbol.getELFType() == ELF::STT_OBJECT &&
             (suffix.empty() || !name.ends_with(suffix)))
      image.variables.push_back(name.str());
  }
  return Error::success();
}

/// Whether all that the headers promise is there.
template <typename ELFT> Error checkWhole(const ELFObjectFile<ELFT> &elf) {
  const uint64_t size = elf.getData().size();
  auto segments = elf.getELFFile().program_headers();
  if (!segments)
    return segments.takeError();
  for (const auto &segment : *segments)
    if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
      return createStringError("the file ends before its segments do");
  auto sections = elf.getELFFile().sections();
  if (!sections)
    return sections.takeError();
  for (const auto &section : *sections) {
    if (section.sh_type == ELF::SHT_SYMTAB ||
        section.sh_type == ELF::SHT_DYNSYM)
      if (auto symbols = elf.getELFFile().symbols(&section); !symbols)
        return symbols.takeError();
    if (section.sh_type != ELF::SHT_NOBITS &&
        (section.sh_offset > size ||
         section.sh_size > size - section.sh_offset))
      return createStringError("the file ends before its sections do");
  }
  return Error::success();
}

Error readELF(DeviceImage &image) {
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createELFObjectFile(MemoryBufferRef(image.bytes, image.name));
  if (!object)
    return object.takeError();
  const auto *whole = dyn_cast<ELF64LEObjectFile>(object->get());
  const ELFObjectFileBase *elf = whole;
  if (!elf || elf->getEType() == ELF::ET_REL)
    return Error::success();
  const DeviceFamily *family = familyOfMachine(elf->getEMachine());
  if (family)
    family->identify(*whole, image);
  if (image.kind == IMG_None)
    return Error::success();
  image.triple = family->triple();
  if (Error err = checkWhole(*whole))
    return err;
  return readSymbols(*elf, *family, image);
}

} // namespace

Expected<DeviceImage> readDeviceImage(StringRef bytes, StringRef name,
                                      StringRef archOverride) {
  DeviceImage image;
  const bool isELF = bytes.starts_with("\x7f"
                                       "ELF");
  const auto *text =
      llvm::find_if(deviceFamilies(), [&](const DeviceFamily *family) {
        return family->isImageText(bytes);
      });
  const bool isText = !isELF && text != deviceFamilies().end();
  // Crates carry metadata of many megabytes, which is not worth a copy.
  if (!isELF && !isText)
    return image;
  image.bytes = bytes.str();
  image.name = name.str();
  if (isText)
    image.triple = (*text)->triple();
  if (Error err = isELF ? readELF(image) : (*text)->readText(image))
    return err;
  if (!archOverride.empty())
    image.arch = canonicalArch(archOverride);
  if (image.kind != IMG_None && image.arch.empty())
    return createStringError(
        "it does not say which processor it is for; pass --image-arch");
  return image;
}

} // namespace llbc
