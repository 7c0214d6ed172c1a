// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/Metadata.h"

#include "device/AMDGPUHeader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;
using object::ELF64LE;

namespace llbc::amdgpu {
namespace {

constexpr StringRef vendor = "AMDGPU";
constexpr StringRef kernelsKey = "amdhsa.kernels";

/// The target ID of an image made of code for \p a and for \p b: a setting that
/// one of them leaves open is the other's. "" if they contradict each other.
std::string mergeTargetIDs(StringRef a, StringRef b) {
  SmallVector<StringRef, 3> settings;
  SmallVector<StringRef, 3> others;
  a.split(settings, ':');
  b.split(others, ':');
  for (StringRef setting : others) {
    if (llvm::is_contained(settings, setting))
      continue;
    if (setting == others.front() ||
        llvm::any_of(settings, [&](StringRef known) {
          return known.drop_back() == setting.drop_back();
        }))
      return {};
    settings.push_back(setting);
  }
  // The processor stays first; the rest is in order of the alphabet.
  llvm::sort(drop_begin(settings));
  return join(settings, ":");
}

/// Takes what is there where both agree, and appends lists to each other.
int resolveConflict(msgpack::Document &document, msgpack::DocNode *present,
                    const msgpack::DocNode &added,
                    const msgpack::DocNode &key) {
  if (key.isString() && key.getString() == "amdhsa.target" &&
      present->isString() && added.isString()) {
    const std::string merged =
        mergeTargetIDs(present->getString(), added.getString());
    *present = document.getNode(merged, /*Copy=*/true);
    return merged.empty() ? -1 : 0;
  }
  if (present->isMap() && added.isMap())
    return 0;
  if (present->isArray() && added.isArray())
    return key.isString() && key.getString() == "amdhsa.version"
               ? 0
               : static_cast<int>(present->getArray().size());
  return present->isScalar() && *present == added ? 0 : -1;
}

/// LLVM's document dies of keys that cannot be compared; all are strings here.
bool isReadable(StringRef blob) {
  msgpack::Reader reader(blob);
  msgpack::Object object;
  struct Open {
    uint64_t left;
    bool isMap;
  };
  SmallVector<Open> open = {{1, false}};
  while (!open.empty()) {
    Open &last = open.back();
    if (last.left == 0) {
      open.pop_back();
      continue;
    }
    --last.left;
    Expected<bool> more = reader.read(object);
    if (!more || !*more) {
      consumeError(more.takeError());
      return false;
    }
    // Keys stand at even distances from the end.
    if (last.isMap && last.left % 2 == 1 &&
        object.Kind != msgpack::Type::String)
      return false;
    const bool isMap = object.Kind == msgpack::Type::Map;
    if (isMap || object.Kind == msgpack::Type::Array) {
      const uint64_t count = uint64_t(object.Length) * (isMap ? 2 : 1);
      // Each takes a byte at least.
      if (count > blob.size())
        return false;
      open.push_back({count, isMap});
    }
  }
  return true;
}

/// Asking a map for what it lacks would add an empty entry, which LLVM cannot
/// write.
msgpack::DocNode *find(msgpack::MapDocNode &map, StringRef key) {
  auto it = map.find(key);
  return it == map.end() ? nullptr : &it->second;
}

} // namespace

Expected<std::vector<std::string>>
readMetadata(const object::ELF64LEObjectFile &object) {
  const object::ELFFile<ELF64LE> &elf = object.getELFFile();
  Expected<ELF64LE::ShdrRange> sections = elf.sections();
  if (!sections)
    return sections.takeError();
  std::vector<std::string> metadata;
  for (const ELF64LE::Shdr &section : *sections) {
    if (section.sh_type != ELF::SHT_NOTE)
      continue;
    Error err = Error::success();
    for (const ELF64LE::Note &note : elf.notes(section, err))
      if (note.getName() == vendor && note.getType() == ELF::NT_AMDGPU_METADATA)
        metadata.push_back(note.getDescAsStringRef(section.sh_addralign).str());
    if (err)
      return err;
  }
  return metadata;
}

bool Metadata::merge(std::string blob) {
  blobs.push_back(std::move(blob));
  auto resolve = [&](msgpack::DocNode *present, const msgpack::DocNode &added,
                     const msgpack::DocNode &key) {
    return resolveConflict(document, present, added, key);
  };
  return isReadable(blobs.back()) &&
         document.readFromBlob(blobs.back(), /*Multi=*/false, resolve) &&
         document.getRoot().isMap();
}

bool Metadata::drop(function_ref<bool(StringRef)> isDropped) {
  msgpack::DocNode *kernels = find(document.getRoot().getMap(), kernelsKey);
  if (!kernels || !kernels->isArray())
    return false;
  msgpack::ArrayDocNode kept = document.getArrayNode();
  msgpack::ArrayDocNode &list = kernels->getArray();
  const size_t count = list.size();
  for (size_t i = 0; i != count; ++i) {
    msgpack::DocNode kernel = list[i];
    if (kernel.isMap())
      if (const msgpack::DocNode *name = find(kernel.getMap(), ".name");
          name && name->isString() && isDropped(name->getString()))
        continue;
    kept.push_back(kernel);
  }
  const bool dropped = kept.size() != count;
  *kernels = kept;
  return dropped;
}

bool Metadata::addTwin(StringRef name, StringRef twin) {
  msgpack::DocNode *kernels = find(document.getRoot().getMap(), kernelsKey);
  if (!kernels || !kernels->isArray())
    return false;
  msgpack::ArrayDocNode &list = kernels->getArray();
  for (size_t i = 0; i != list.size(); ++i) {
    if (!list[i].isMap())
      return false;
    msgpack::MapDocNode &kernel = list[i].getMap();
    const msgpack::DocNode *known = find(kernel, ".name");
    if (!known || !known->isString() || known->getString() != twin)
      continue;
    msgpack::MapDocNode copy = document.getMapNode();
    for (auto &[key, value] : kernel)
      copy[key] = value;
    copy[".name"] = document.getNode(name, /*Copy=*/true);
    copy[".symbol"] =
        document.getNode((name + descriptorSuffix).str(), /*Copy=*/true);
    list.push_back(copy);
    return true;
  }
  return false;
}

std::string Metadata::blob() {
  std::string metadata;
  document.writeToBlob(metadata);
  return metadata;
}

std::string Metadata::note() {
  const std::string metadata = blob();
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

} // namespace llbc::amdgpu
