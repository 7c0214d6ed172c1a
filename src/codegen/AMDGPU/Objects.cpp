// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Objects.h"

#include "codegen/AMDGPU/Metadata.h"
#include "codegen/ElfRewrite.h"
#include "device/AMDGPUHeader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace llvm;
using object::ELF64LEObjectFile;
using object::ELFSymbolRef;

namespace llbc::amdgpu {
namespace {

/// A global symbol of an object.
struct Definition {
  std::string section;
  uint64_t sectionIndex = 0;
  uint64_t value = 0;
  bool isHidden = false;
};

using Definitions = StringMap<Definition>;

Expected<std::unique_ptr<ELF64LEObjectFile>> open(const ElfObject &object) {
  Expected<ELF64LEObjectFile> file =
      ELF64LEObjectFile::create(MemoryBufferRef(object.bytes, object.name));
  if (!file)
    return file.takeError();
  return std::make_unique<ELF64LEObjectFile>(std::move(*file));
}

Expected<Definitions> readDefinitions(const ELF64LEObjectFile &object) {
  Definitions definitions;
  for (const ELFSymbolRef symbol : object.symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    Expected<object::section_iterator> section = symbol.getSection();
    if (!section)
      return section.takeError();
    if (*section == object.section_end() ||
        symbol.getBinding() == ELF::STB_LOCAL)
      continue;
    Expected<StringRef> sectionName = (*section)->getName();
    if (!sectionName)
      return sectionName.takeError();
    Expected<uint64_t> value = symbol.getValue();
    if (!value)
      return value.takeError();
    const unsigned visibility = symbol.getOther() & 3U;
    definitions[*name] = {sectionName->str(), (*section)->getIndex(), *value,
                          visibility == ELF::STV_HIDDEN ||
                              visibility == ELF::STV_INTERNAL};
  }
  return definitions;
}

std::string descriptorOf(StringRef kernel) {
  return (kernel + descriptorSuffix).str();
}

Error showKernels(ElfObject &object, const Definitions &definitions,
                  ArrayRef<StringRef> kernels) {
  StringSet<> names;
  for (StringRef kernel : kernels)
    for (const std::string &name : {kernel.str(), descriptorOf(kernel)})
      if (auto it = definitions.find(name);
          it != definitions.end() && it->second.isHidden)
        names.insert(name);
  if (names.empty())
    return Error::success();
  objcopy::ConfigManager config;
  objcopy::NameMatcher matcher;
  for (StringRef name : names.keys())
    if (Error err = addName(matcher, name))
      return err;
  config.ELF.SymbolsToSetVisibility.emplace_back(std::move(matcher),
                                                 ELF::STV_PROTECTED);
  return rewriteObject(object, config);
}

/// Kernels without a descriptor, by the name of the twin at the same address.
std::map<std::string, std::string>
findAliasedKernels(const Definitions &definitions) {
  std::map<std::pair<uint64_t, uint64_t>, std::string> entries;
  for (const auto &[name, definition] : definitions)
    if (definitions.contains(descriptorOf(name)))
      entries[{definition.sectionIndex, definition.value}] = name;
  std::map<std::string, std::string> aliased;
  for (const auto &[name, definition] : definitions) {
    auto it = entries.find({definition.sectionIndex, definition.value});
    if (it != entries.end() && !definitions.contains(descriptorOf(name)))
      aliased[name.str()] = it->second;
  }
  return aliased;
}

/// objcopy cannot say how large a symbol is that it adds.
Error setDescriptorSizes(ElfObject &object,
                         const std::map<std::string, std::string> &aliased) {
  constexpr uint64_t descriptorSize = 64; // AMDGPUUsage, "Kernel Descriptor"
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  StringSet<> names;
  for (const auto &[name, twin] : aliased)
    names.insert(descriptorOf(name));
  for (const ELFSymbolRef symbol : (*file)->symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    Expected<const ELF64LEObjectFile::Elf_Sym *> entry =
        (*file)->getSymbol(symbol.getRawDataRefImpl());
    if (!entry)
      return entry.takeError();
    if (names.contains(*name)) {
      const size_t offset = reinterpret_cast<const char *>(&(*entry)->st_size) -
                            object.bytes.data();
      support::endian::write64le(object.bytes.data() + offset, descriptorSize);
    }
  }
  return Error::success();
}

Error addDescriptors(ElfObject &object, const Definitions &definitions) {
  const std::map<std::string, std::string> aliased =
      findAliasedKernels(definitions);
  if (aliased.empty())
    return Error::success();
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  Expected<std::vector<std::string>> notes = readMetadata(**file);
  if (!notes)
    return notes.takeError();
  Metadata metadata;
  if (notes->empty())
    return createStringError("it has kernels and no metadata");
  for (std::string &blob : *notes)
    if (!metadata.merge(std::move(blob)))
      return createStringError("its metadata is damaged");
  objcopy::ConfigManager config;
  std::vector<std::string> names;
  names.reserve(aliased.size());
  for (const auto &[name, twin] : aliased) {
    if (!metadata.addTwin(name, twin))
      return createStringError("its metadata lacks the kernel " + twin);
    const Definition &descriptor = definitions.lookup(descriptorOf(twin));
    names.push_back(descriptorOf(name));
    objcopy::NewSymbolInfo symbol;
    symbol.SymbolName = names.back();
    symbol.SectionName = definitions.find(descriptorOf(twin))->second.section;
    symbol.Value = descriptor.value;
    symbol.Flags = {objcopy::SymbolFlag::Global, objcopy::SymbolFlag::Object,
                    objcopy::SymbolFlag::Protected};
    config.Common.SymbolsToAdd.push_back(symbol);
  }
  config.Common.UpdateSection.emplace_back(
      noteSection, MemoryBuffer::getMemBufferCopy(metadata.note()));
  if (Error err = rewriteObject(object, config))
    return err;
  return setDescriptorSizes(object, aliased);
}

/// Adds what \p object says to \p all, less the kernels that are taken from
/// elsewhere. Returns how many notes it had, or -1 if something was left out.
Expected<int> addNotes(const ElfObject &object, Metadata &all) {
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  Expected<std::vector<std::string>> notes = readMetadata(**file);
  if (!notes)
    return notes.takeError();
  Metadata own;
  for (const std::string &blob : *notes)
    if (!own.merge(blob))
      return createStringError("its metadata is damaged");
  if (notes->empty())
    return 0;
  const bool dropped = own.drop([&](StringRef kernel) {
    return llvm::is_contained(object.overridden, kernel);
  });
  if (!all.merge(own.blob()))
    return createStringError(
        "its metadata contradicts that of the objects before it");
  return dropped ? -1 : static_cast<int>(notes->size());
}

Error mergeNotes(MutableArrayRef<ElfObject> objects) {
  Metadata metadata;
  std::vector<ElfObject *> noted;
  bool isOneWhole = true;
  for (ElfObject &object : objects) {
    Expected<int> count = addNotes(object, metadata);
    if (!count)
      return createFileError(object.name, count.takeError());
    if (*count != 0)
      noted.push_back(&object);
    isOneWhole &= *count == 0 || *count == 1;
  }
  if (noted.empty() || (noted.size() == 1 && isOneWhole))
    return Error::success();
  for (ElfObject *object : noted) {
    objcopy::ConfigManager config;
    if (object == noted.front())
      config.Common.UpdateSection.emplace_back(
          noteSection, MemoryBuffer::getMemBufferCopy(metadata.note()));
    else if (Error err = addName(config.Common.ToRemove, noteSection))
      return err;
    if (Error err = rewriteObject(*object, config))
      return createFileError(object->name, std::move(err));
  }
  return Error::success();
}

Error prepareObject(ElfObject &object, ArrayRef<StringRef> kernels) {
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  Expected<Definitions> definitions = readDefinitions(**file);
  if (!definitions)
    return definitions.takeError();
  if (Error err = showKernels(object, *definitions, kernels))
    return err;
  return addDescriptors(object, *definitions);
}

} // namespace

Error prepareObjects(MutableArrayRef<ElfObject> objects,
                     ArrayRef<StringRef> kernels) {
  for (ElfObject &object : objects)
    if (Error err = prepareObject(object, kernels))
      return createFileError(object.name, std::move(err));
  return mergeNotes(objects);
}

} // namespace llbc::amdgpu
