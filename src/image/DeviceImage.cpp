// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image/DeviceImage.h"

#include "image/AMDGPUHeader.h"
#include "image/Arch.h"
#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

bool isPTX(StringRef bytes) {
  constexpr size_t start = 4096;
  PtxLexer lexer(bytes.take_front(start));
  return !bytes.take_front(start).contains('\x7f') && lexer.next() &&
         lexer.token() == ".version";
}

Error readPTX(DeviceImage &image) {
  image.kind = IMG_PTX;
  image.triple = "nvptx64-nvidia-cuda";
  image.arch = readPtxHeader(image.bytes).cpu.str();
  if (!StringRef(image.arch).starts_with("sm_"))
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

/// What makes code for one processor only, such as the "a" of sm_90a: ptxas
/// leaves it in its own note alone.
std::string archSuffix(const ELFObjectFileBase &elf, unsigned sm) {
  const std::string option = "-arch sm_" + std::to_string(sm);
  for (const SectionRef &section : elf.sections()) {
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
std::string cubinArch(const ELFObjectFileBase &elf) {
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

Error readKernels(const ELFObjectFileBase &elf, DeviceImage &image) {
  const bool isCuda = image.kind == IMG_Cubin;
  Expected<std::vector<ELFSymbolRef>> symbols =
      visibleSymbols(elf, /*isDynamic=*/!isCuda);
  if (!symbols)
    return symbols.takeError();
  StringSet<> names;
  for (const ELFSymbolRef &symbol : *symbols) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    names.insert(*name);
  }
  for (const ELFSymbolRef &symbol : *symbols) {
    constexpr unsigned entry = 0x10; // STO_CUDA_ENTRY
    StringRef name = cantFail(symbol.getName());
    const bool isKernel = symbol.getELFType() == ELF::STT_FUNC &&
                          (isCuda ? (symbol.getOther() & entry) != 0
                                  : elf.getEMachine() != ELF::EM_AMDGPU ||
                                        names.contains((name + ".kd").str()));
    if (isKernel)
      image.kernels.push_back(name.str());
    else if (symbol.getELFType() == ELF::STT_OBJECT && !name.ends_with(".kd"))
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

/// Whether \p elf names the loader that starts it.
bool isProgram(const ELF64LEObjectFile &elf) {
  auto segments = elf.getELFFile().program_headers();
  if (segments)
    return llvm::any_of(*segments, [](const auto &segment) {
      return segment.p_type == ELF::PT_INTERP;
    });
  consumeError(segments.takeError());
  return false;
}

Error readELF(DeviceImage &image) {
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createELFObjectFile(MemoryBufferRef(image.bytes, image.name));
  if (!object)
    return object.takeError();
  auto *whole = dyn_cast<ELF64LEObjectFile>(object->get());
  const ELFObjectFileBase *elf = whole;
  if (!elf || elf->getEType() == ELF::ET_REL)
    return Error::success();
  switch (elf->getEMachine()) {
  case ELF::EM_CUDA:
    image.kind = IMG_Cubin;
    image.triple = "nvptx64-nvidia-cuda";
    image.arch = cubinArch(*elf);
    break;
  case ELF::EM_AMDGPU:
    image.kind = IMG_Object;
    image.triple = "amdgcn-amd-amdhsa";
    image.arch = amdgpu::targetIDOf(*elf);
    break;
  case ELF::EM_X86_64:
    if (elf->getEType() != ELF::ET_DYN || isProgram(*whole))
      return Error::success();
    image.kind = IMG_Object;
    image.triple = "x86_64-unknown-linux-gnu";
    image.arch = "x86-64";
    break;
  default:
    return Error::success();
  }
  if (Error err = checkWhole(*whole))
    return err;
  return readKernels(*elf, image);
}

} // namespace

Expected<DeviceImage> readDeviceImage(StringRef bytes, StringRef name,
                                      StringRef archOverride) {
  DeviceImage image;
  const bool isELF = bytes.starts_with("\x7f"
                                       "ELF");
  // Crates carry metadata of many megabytes, which is not worth a copy.
  if (!isELF && !isPTX(bytes))
    return image;
  image.bytes = bytes.str();
  image.name = name.str();
  if (Error err = isELF ? readELF(image) : readPTX(image))
    return err;
  if (!archOverride.empty())
    image.arch = canonicalArch(archOverride);
  if (image.kind != IMG_None && image.arch.empty())
    return createStringError(
        "it does not say which processor it is for; pass --image-arch");
  return image;
}

} // namespace llbc
