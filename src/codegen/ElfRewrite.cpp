// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/ElfRewrite.h"

#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using object::ELF64LE;

namespace llbc {
namespace {

/// Where the flags of \p bytes' section groups are, in order.
Expected<std::vector<uint64_t>> groupFlags(StringRef bytes) {
  Expected<object::ELFFile<ELF64LE>> elf =
      object::ELFFile<ELF64LE>::create(bytes);
  if (!elf)
    return elf.takeError();
  Expected<ELF64LE::ShdrRange> sections = elf->sections();
  if (!sections)
    return sections.takeError();
  std::vector<uint64_t> offsets;
  for (const ELF64LE::Shdr &section : *sections)
    if (section.sh_type == ELF::SHT_GROUP &&
        section.sh_size >= sizeof(uint32_t) &&
        section.sh_offset <= bytes.size() - sizeof(uint32_t))
      offsets.push_back(section.sh_offset);
  return offsets;
}

/// objcopy of LLVM 22 writes the flags of groups as zero: no group would be one
/// of which a linker keeps the first.
Error restoreGroups(StringRef before, std::string &after) {
  Expected<std::vector<uint64_t>> sources = groupFlags(before);
  if (!sources)
    return sources.takeError();
  Expected<std::vector<uint64_t>> targets = groupFlags(after);
  if (!targets)
    return targets.takeError();
  if (sources->size() == targets->size())
    for (size_t i = 0; i != sources->size(); ++i)
      support::endian::write32le(
          after.data() + (*targets)[i],
          support::endian::read32le(before.data() + (*sources)[i]));
  return Error::success();
}

} // namespace

Error addName(objcopy::NameMatcher &matcher, StringRef name) {
  return matcher.addMatcher(objcopy::NameOrPattern::create(
      name, objcopy::MatchStyle::Literal, [](Error err) { return err; }));
}

Error rewriteObject(ElfObject &object, const objcopy::ConfigManager &config) {
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(
          MemoryBufferRef(object.bytes, object.name));
  if (!file)
    return file.takeError();
  std::string bytes;
  raw_string_ostream os(bytes);
  if (Error err = objcopy::executeObjcopyOnBinary(config, **file, os))
    return err;
  if (Error err = restoreGroups(object.bytes, bytes))
    return err;
  object.bytes = std::move(bytes);
  return Error::success();
}

Error rewriteSymbols(MutableArrayRef<ElfObject> objects) {
  for (ElfObject &object : objects) {
    if (object.overriddenByBitcode.empty() && object.renamed.empty())
      continue;
    objcopy::ConfigManager config;
    for (const std::string &name : object.overriddenByBitcode)
      if (Error err = addName(config.Common.SymbolsToWeaken, name))
        return err;
    for (const auto &[from, to] : object.renamed)
      config.Common.SymbolsToRename[from] = to;
    if (Error err = rewriteObject(object, config))
      return createFileError(object.name, std::move(err));
  }
  return Error::success();
}

} // namespace llbc
