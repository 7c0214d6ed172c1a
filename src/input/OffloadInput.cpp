// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs that bring device code in a package: OffloadBinaries, objects and
// bitcode of hosts that carry packages, and finished images.

#include "device/ReadImage.h"
#include "image/Arch.h"
#include "input/InputReader.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBinary.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

/// What registers images with a runtime.
constexpr StringRef registrars[] = {
    "__tgt_register_lib", "__cudaRegisterFatBinary", "__hipRegisterFatBinary"};

/// Whether \p base hands its images to a runtime by itself. Every size in it is
/// checked here, which LLVM's iterators do not do.
Expected<bool> registersImages(const ObjectFile &base) {
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
      if (llvm::is_contained(registrars, *name))
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

bool InputReader::addRelocatable(const PackagedCode &code) {
  if (!code.bytes.starts_with("\x7f"
                              "ELF"))
    return false;
  inputs.buffers.push_back(
      MemoryBuffer::getMemBufferCopy(code.bytes, code.name));
  Expected<std::unique_ptr<ObjectFile>> object =
      ObjectFile::createELFObjectFile(*inputs.buffers.back());
  if (!object) {
    diag.error(code.name, object.takeError());
    return true;
  }
  const auto &elf = cast<ELFObjectFileBase>(**object);
  if (elf.getEType() != ELF::ET_REL)
    return false;
  addNative(elf, code.name, code.lazy, &code);
  return true;
}

void InputReader::addPackaged(const PackagedCode &code) {
  if (code.kind == IMG_Bitcode ||
      identify_magic(code.bytes) == file_magic::bitcode) {
    inputs.buffers.push_back(
        MemoryBuffer::getMemBufferCopy(code.bytes, code.name));
    return addBitcode(*inputs.buffers.back(), code.name, code.lazy, &code);
  }
  if (addRelocatable(code))
    return;
  DeviceImage image;
  image.kind = code.kind;
  image.triple = code.triple;
  image.arch =
      canonicalArch(config.imageArch.empty() ? code.arch : config.imageArch);
  image.bytes = code.bytes;
  image.name = code.name;
  image.isRegistered = code.isRegistered;
  // What the image itself says is better than a kind that some tool guessed
  // from a file's name.
  Expected<DeviceImage> known =
      readDeviceImage(image.bytes, code.name, image.arch);
  if (!known)
    return diag.error(code.name, known.takeError());
  // A package of one vendor need not say it.
  if (image.triple.empty())
    image.triple = known->triple;
  const bool isOpaque = image.kind == IMG_Fatbinary || image.kind == IMG_SPIRV;
  if (image.triple.empty() || (known->kind == IMG_None && !isOpaque))
    return diag.error(code.name, "is an image of unknown kind");
  if (known->kind != IMG_None) {
    image.kind = known->kind;
    image.arch = known->arch;
    image.kernels = std::move(known->kernels);
    image.variables = std::move(known->variables);
  }
  inputs.images.push_back(std::move(image));
}

void InputReader::addOffloadBinaries(StringRef bytes, StringRef name, bool lazy,
                                     bool isRegistered) {
  if (Error err = checkOffloadBinaries(bytes))
    return diag.error(name, std::move(err));
  SmallVector<OffloadFile> binaries;
  if (Error err =
          extractOffloadBinaries(MemoryBufferRef(bytes, name), binaries)) {
    consumeError(std::move(err));
    return diag.error(name, "the offload bundle is damaged or ends early");
  }
  for (OffloadFile &file : binaries) {
    const OffloadBinary &binary = *file.getBinary();
    PackagedCode code;
    code.bytes = binary.getImage();
    code.kind = binary.getImageKind();
    code.triple = binary.getTriple();
    code.arch = binary.getArch();
    code.name = (name + "(" + code.triple + "," + code.arch + ")").str();
    code.lazy = lazy;
    code.isRegistered = isRegistered;
    addPackaged(code);
  }
}

/// Objects of clang's old driver for HIP register one image under a name that
/// only that driver defines, at its own link.
void InputReader::warnOfOldHip(const ObjectFile &object, StringRef name) {
  const bool wantsHostObject =
      llvm::any_of(config.emissions, [](const Emission &emission) {
        return emission.kind == EmitKind::HostObj ||
               emission.kind == EmitKind::HostBc;
      });
  if (!wantsHostObject || !warnedOfOldHip.insert(name).second)
    return;
  for (const SymbolRef &symbol : object.symbols()) {
    Expected<StringRef> symbolName = symbol.getName();
    if (symbolName && symbolName->starts_with("__hip_fatbin_") &&
        *symbolName != "__hip_fatbin_wrapper")
      return diag.warning(
          name,
          "is of clang's old offload driver, and looks for its kernels in " +
              *symbolName +
              ", which no host object of this tool defines; compile it "
              "with --offload-new-driver");
    consumeError(symbolName.takeError());
  }
}

bool InputReader::addDeviceSections(const ObjectFile &object, StringRef name,
                                    bool lazy) {
  bool found = false;
  for (const SectionRef &section : object.sections()) {
    Expected<StringRef> sectionName = section.getName();
    if (!sectionName) {
      diag.error(name, sectionName.takeError());
      return true;
    }
    StringRef entry = *sectionName;
    const bool isEntry = entry.consume_front("__CLANG_OFFLOAD_BUNDLE__");
    const bool isHip = entry == ".hip_fatbin";
    const bool isCuda = entry == ".nv_fatbin" || entry == "__nv_relfatbin";
    if (!isEntry && !isHip && !isCuda && entry != ".llvm.offloading")
      continue;
    Expected<StringRef> contents = section.getContents();
    Expected<bool> isRegistered = registersImages(object);
    if (!contents || !isRegistered) {
      diag.error(name,
                 joinErrors(contents.takeError(), isRegistered.takeError()));
      return true;
    }
    if (contents->empty())
      continue;
    found = true;
    if (isEntry && entry.starts_with("hip"))
      warnOfOldHip(object, name);
    if (isEntry)
      addBundleEntry(*contents, entry, name, lazy, *isRegistered);
    else if (isHip)
      addClangBundles(*contents, name, lazy, *isRegistered);
    else if (isCuda)
      addFatbins(*contents, name, lazy, *isRegistered);
    else
      addOffloadBinaries(*contents, name, lazy, *isRegistered);
  }
  return found;
}

bool InputReader::addEmbeddedObjects(InputFile &file) {
  const auto isEmbedded = [](const ModuleSymbol &symbol) {
    return symbol.isLocal() && symbol.name.starts_with("llvm.embedded.object");
  };
  bool found = false;
  for (const InputModule &input : file.modules) {
    if (!input.bitcode || llvm::none_of(input.summary.symbols, isEmbedded))
      continue;
    LLVMContext context;
    BitcodeModule bitcode = *input.bitcode;
    Expected<std::unique_ptr<Module>> module =
        bitcode.getLazyModule(context, /*ShouldLazyLoadMetadata=*/true,
                              /*IsImporting=*/false);
    if (!module) {
      diag.error(file.name,
                 readerMessage(module.takeError(), input.summary.producer));
      return true;
    }
    const bool isRegistered = llvm::any_of(registrars, [&](StringRef name) {
      return (*module)->getFunction(name);
    });
    for (const GlobalVariable &variable : (*module)->globals()) {
      if (variable.getSection() != ".llvm.offloading" ||
          !variable.hasInitializer())
        continue;
      if (const auto *bytes =
              dyn_cast<ConstantDataSequential>(variable.getInitializer())) {
        found = true;
        addOffloadBinaries(bytes->getRawDataValues(), file.name, file.lazy,
                           isRegistered);
      }
    }
  }
  return found;
}

} // namespace llbc
