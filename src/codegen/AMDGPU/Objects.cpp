// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Objects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"

#include <deque>
#include <optional>

using namespace llvm;
using object::ELF64LE;
using object::ELF64LEObjectFile;

namespace llbc::amdgpu {
namespace {

constexpr StringRef noteSection = ".note";
constexpr StringRef vendor = "AMDGPU";

Expected<std::unique_ptr<ELF64LEObjectFile>> open(const ElfObject &object) {
  Expected<ELF64LEObjectFile> file =
      ELF64LEObjectFile::create(MemoryBufferRef(object.bytes, object.name));
  if (!file)
    return createFileError(object.name, file.takeError());
  return std::make_unique<ELF64LEObjectFile>(std::move(*file));
}

/// The metadata of \p object, in MessagePack, if there is some.
Expected<std::optional<std::string>>
readMetadata(const ELF64LEObjectFile &object) {
  const object::ELFFile<ELF64LE> &elf = object.getELFFile();
  Expected<ELF64LE::ShdrRange> sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const ELF64LE::Shdr &section : *sections) {
    if (section.sh_type != ELF::SHT_NOTE)
      continue;
    Error err = Error::success();
    std::optional<std::string> metadata;
    for (const ELF64LE::Note &note : elf.notes(section, err))
      if (note.getName() == vendor && note.getType() == ELF::NT_AMDGPU_METADATA)
        metadata = note.getDescAsStringRef(section.sh_addralign).str();
    if (err)
      return err;
    if (metadata)
      return metadata;
  }
  return std::nullopt;
}

/// Adds what \p blob says to \p document: lists grow, all else must agree.
bool mergeMetadata(msgpack::Document &document, StringRef blob) {
  return document.readFromBlob(
      blob, /*Multi=*/false,
      [](msgpack::DocNode *present, msgpack::DocNode added,
         msgpack::DocNode key) -> int {
        if (present->isMap() && added.isMap())
          return 0;
        if (present->isArray() && added.isArray())
          return key.toString() == "amdhsa.version"
                     ? 0
                     : static_cast<int>(present->getArray().size());
        return !present->isMap() && !present->isArray() && *present == added
                   ? 0
                   : -1;
      });
}

/// A note section that holds \p metadata (System V gABI, "Note Section").
std::string makeNote(StringRef metadata) {
  std::string bytes;
  raw_string_ostream os(bytes);
  const Align alignment(4);
  const auto writeWord = [&](uint32_t value) {
    os.write(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  writeWord(vendor.size() + 1);
  writeWord(metadata.size());
  writeWord(ELF::NT_AMDGPU_METADATA);
  os << vendor;
  os.write_zeros(alignTo(vendor.size() + 1, alignment) - vendor.size());
  os << metadata;
  os.write_zeros(offsetToAlignment(metadata.size(), alignment));
  return bytes;
}

Error rewrite(ElfObject &object, const objcopy::ConfigManager &config) {
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  std::string bytes;
  raw_string_ostream os(bytes);
  if (Error err = objcopy::executeObjcopyOnBinary(config, **file, os))
    return createFileError(object.name, std::move(err));
  object.bytes = std::move(bytes);
  return Error::success();
}

Error mergeNotes(MutableArrayRef<ElfObject> objects) {
  // The document refers to what it was read from.
  std::deque<std::string> blobs;
  msgpack::Document document;
  std::vector<ElfObject *> noted;
  for (ElfObject &object : objects) {
    Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
    if (!file)
      return file.takeError();
    Expected<std::optional<std::string>> metadata = readMetadata(**file);
    if (!metadata)
      return createFileError(object.name, metadata.takeError());
    if (!*metadata)
      continue;
    blobs.push_back(std::move(**metadata));
    if (!mergeMetadata(document, blobs.back()))
      return createFileError(
          object.name, createStringError(
                           noted.empty() ? "its metadata is damaged"
                                         : "its metadata contradicts that of " +
                                               noted.front()->name));
    noted.push_back(&object);
  }
  if (noted.size() < 2)
    return Error::success();
  for (ElfObject *object : noted) {
    objcopy::ConfigManager config;
    if (object != noted.front()) {
      if (Error err =
              config.Common.ToRemove.addMatcher(objcopy::NameOrPattern::create(
                  noteSection, objcopy::MatchStyle::Literal,
                  [](Error e) { return e; })))
        return err;
    } else {
      std::string metadata;
      document.writeToBlob(metadata);
      config.Common.UpdateSection.emplace_back(
          noteSection, MemoryBuffer::getMemBufferCopy(makeNote(metadata)));
    }
    if (Error err = rewrite(*object, config))
      return err;
  }
  return Error::success();
}

/// Whether \p name is hidden in \p object's symbol table.
Expected<bool> hides(const ELF64LEObjectFile &object,
                     const StringSet<> &names) {
  for (const object::ELFSymbolRef symbol : object.symbols()) {
    Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    const unsigned visibility = symbol.getOther() & 3U;
    if ((visibility == ELF::STV_HIDDEN || visibility == ELF::STV_INTERNAL) &&
        names.contains(*name))
      return true;
  }
  return false;
}

Error showKernels(ElfObject &object, ArrayRef<StringRef> kernels) {
  StringSet<> names;
  for (StringRef kernel : kernels) {
    names.insert(kernel);
    names.insert((kernel + ".kd").str());
  }
  Expected<std::unique_ptr<ELF64LEObjectFile>> file = open(object);
  if (!file)
    return file.takeError();
  Expected<bool> isHidden = hides(**file, names);
  if (!isHidden)
    return createFileError(object.name, isHidden.takeError());
  if (!*isHidden)
    return Error::success();
  objcopy::ConfigManager config;
  objcopy::NameMatcher matcher;
  for (StringRef name : names.keys())
    if (Error err = matcher.addMatcher(objcopy::NameOrPattern::create(
            name, objcopy::MatchStyle::Literal, [](Error e) { return e; })))
      return err;
  config.ELF.SymbolsToSetVisibility.emplace_back(std::move(matcher),
                                                 ELF::STV_PROTECTED);
  return rewrite(object, config);
}

} // namespace

Error prepareObjects(MutableArrayRef<ElfObject> objects,
                     ArrayRef<StringRef> kernels) {
  for (ElfObject &object : objects)
    if (Error err = showKernels(object, kernels))
      return err;
  return mergeNotes(objects);
}

} // namespace llbc::amdgpu
