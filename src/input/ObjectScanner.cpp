// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/ObjectScanner.h"

#include "device/DeviceFamily.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

using namespace llvm;
using object::ELF64LE;
using object::ELF64LEObjectFile;
using object::ELFSymbolRef;
using object::SymbolRef;

namespace llbc {
namespace {

/// A section, and an offset in it.
using Place = std::pair<uint64_t, uint64_t>;

Error damaged(const Twine &what) {
  return createStringError("the object is damaged: " + what);
}

Expected<ModuleSymbol> scanSymbol(const ELFSymbolRef &symbol) {
  Expected<StringRef> name = symbol.getName();
  if (!name)
    return name.takeError();
  Expected<uint32_t> flags = symbol.getFlags();
  if (!flags)
    return flags.takeError();
  ModuleSymbol result;
  result.name = *name;
  result.kind = symbol.getELFType() == ELF::STT_OBJECT
                    ? ModuleSymbol::Kind::Variable
                    : ModuleSymbol::Kind::Function;
  result.isDeclaration = *flags & SymbolRef::SF_Undefined;
  if (symbol.getBinding() == ELF::STB_LOCAL)
    result.linkage = GlobalValue::InternalLinkage;
  else if (*flags & SymbolRef::SF_Common) {
    result.kind = ModuleSymbol::Kind::Variable;
    result.linkage = GlobalValue::CommonLinkage;
    result.commonSize = symbol.getSize();
    result.commonAlign = symbol.getAlignment();
  } else if (symbol.getBinding() == ELF::STB_WEAK)
    result.linkage = result.isDeclaration ? GlobalValue::ExternalWeakLinkage
                                          : GlobalValue::WeakAnyLinkage;
  switch (symbol.getOther() & 3U) {
  case ELF::STV_DEFAULT:
    break;
  case ELF::STV_PROTECTED:
    result.visibility = GlobalValue::ProtectedVisibility;
    break;
  default:
    result.visibility = GlobalValue::HiddenVisibility;
  }
  return result;
}

Expected<Place> placeOf(const ELFSymbolRef &symbol) {
  Expected<object::section_iterator> section = symbol.getSection();
  if (!section)
    return section.takeError();
  Expected<uint64_t> value = symbol.getValue();
  if (!value)
    return value.takeError();
  if (*section == symbol.getObject()->section_end())
    return Place();
  return Place((*section)->getIndex(), *value);
}

/// Adds the groups of \p elf to \p summary. Returns the group of each section
/// that is in one.
Expected<std::map<uint64_t, int>>
scanGroups(const object::ELFFile<ELF64LE> &elf, ModuleSummary &summary) {
  std::map<uint64_t, int> groups;
  Expected<ELF64LE::ShdrRange> sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const ELF64LE::Shdr &section : *sections) {
    if (section.sh_type != ELF::SHT_GROUP)
      continue;
    auto words = elf.getSectionContentsAsArray<ELF64LE::Word>(section);
    if (!words)
      return words.takeError();
    if (words->empty() || !(words->front() & ELF::GRP_COMDAT))
      continue;
    Expected<const ELF64LE::Shdr *> table = elf.getSection(section.sh_link);
    if (!table)
      return table.takeError();
    Expected<StringRef> names = elf.getStringTableForSymtab(**table);
    if (!names)
      return names.takeError();
    Expected<const ELF64LE::Sym *> signature =
        elf.getSymbol(*table, section.sh_info);
    if (!signature)
      return signature.takeError();
    Expected<StringRef> name = (*signature)->getName(*names);
    if (!name)
      return name.takeError();
    for (const ELF64LE::Word &member : words->drop_front())
      groups[member] = static_cast<int>(summary.comdats.size());
    summary.comdats.push_back({*name, /*noDuplicates=*/false});
  }
  return groups;
}

/// lld trusts what is checked here. The indices of the symbols that loaded
/// sections refer to are added to \p used.
template <typename Relocation>
Error checkRelocations(const object::ELFFile<ELF64LE> &elf,
                       const ELF64LE::Shdr &section, DenseSet<uint32_t> &used) {
  Expected<const ELF64LE::Shdr *> target = elf.getSection(section.sh_info);
  if (!target)
    return target.takeError();
  Expected<const ELF64LE::Shdr *> table = elf.getSection(section.sh_link);
  if (!table)
    return table.takeError();
  const uint64_t symbols = (*table)->sh_size / sizeof(ELF64LE::Sym);
  auto relocations = elf.getSectionContentsAsArray<Relocation>(section);
  if (!relocations)
    return relocations.takeError();
  // Where the addend is in the section, lld reads up to 8 bytes of it. Else
  // what ends a section may be narrower than the widest relocation.
  const uint64_t width = section.sh_type == ELF::SHT_REL ? sizeof(uint64_t) : 1;
  const uint64_t size = (*target)->sh_size;
  const bool isLoaded = (*target)->sh_flags & ELF::SHF_ALLOC;
  for (const Relocation &relocation : *relocations) {
    constexpr bool isMips = false;
    const uint64_t offset = relocation.r_offset;
    // R_X86_64_NONE and R_AMDGPU_NONE touch nothing: only the symbol counts.
    const bool isNone = relocation.getType(isMips) == 0;
    const uint32_t symbol = relocation.getSymbol(isMips);
    if (symbol >= symbols ||
        (!isNone && (offset >= size || size - offset < width)))
      return damaged("a relocation leads out of its section or symbol table");
    if (isLoaded)
      used.insert(symbol);
  }
  return Error::success();
}

Error checkSection(const object::ELFFile<ELF64LE> &elf,
                   const ELF64LE::Shdr &section, DenseSet<uint32_t> &used) {
  constexpr uint64_t largestAlignment = 1U << 30;
  constexpr uint64_t largestZeros = uint64_t(1) << 34;
  if (section.sh_addralign > largestAlignment ||
      (section.sh_addralign != 0 && !isPowerOf2_64(section.sh_addralign)))
    return damaged("a section is aligned to " +
                   Twine(uint64_t(section.sh_addralign)));
  if (section.sh_type == ELF::SHT_NOBITS) {
    if (section.sh_flags & ELF::SHF_COMPRESSED)
      return damaged("a section without contents is compressed");
    if (section.sh_size > largestZeros)
      return damaged("a section has " + Twine(uint64_t(section.sh_size)) +
                     " bytes");
    return Error::success();
  }
  Expected<ArrayRef<uint8_t>> contents = elf.getSectionContents(section);
  if (!contents)
    return contents.takeError();
  switch (section.sh_type) {
  case ELF::SHT_SYMTAB:
    return elf.symbols(&section).takeError();
  case ELF::SHT_REL:
    return checkRelocations<ELF64LE::Rel>(elf, section, used);
  case ELF::SHT_RELA:
    return checkRelocations<ELF64LE::Rela>(elf, section, used);
  default:
    return Error::success();
  }
}

Error checkSections(const object::ELFFile<ELF64LE> &elf,
                    DenseSet<uint32_t> &used) {
  Expected<ELF64LE::ShdrRange> sections = elf.sections();
  if (!sections)
    return sections.takeError();
  for (const ELF64LE::Shdr &section : *sections)
    if (Error err = checkSection(elf, section, used))
      return err;
  return Error::success();
}

/// A function is a kernel if its descriptor is defined too, or if it is an
/// alias of such a one.
void markKernels(ModuleSummary &summary, ArrayRef<Place> places,
                 StringRef descriptorSuffix) {
  StringSet<> definitions;
  for (const ModuleSymbol &symbol : summary.symbols)
    if (symbol.isDefinition())
      definitions.insert(symbol.name);
  std::set<Place> entries;
  for (const auto &[symbol, place] : zip_equal(summary.symbols, places))
    if (symbol.isDefinition() &&
        definitions.contains((symbol.name + descriptorSuffix).str()))
      entries.insert(place);
  for (const auto &[symbol, place] : zip_equal(summary.symbols, places))
    if (symbol.isDefinition() && symbol.kind == ModuleSymbol::Kind::Function &&
        entries.contains(place))
      symbol.callingConv = CallingConv::AMDGPU_KERNEL;
}

} // namespace

Error scanObject(const object::ELFObjectFileBase &base,
                 ModuleSummary &summary) {
  const auto *object = dyn_cast<ELF64LEObjectFile>(&base);
  const DeviceFamily *family = familyOfMachine(base.getEMachine());
  summary.triple =
      object && family ? family->tripleOf(*object) : base.makeTriple().str();
  if (!object)
    return Error::success();
  DenseSet<uint32_t> used;
  if (Error err = checkSections(object->getELFFile(), used))
    return err;
  Expected<std::map<uint64_t, int>> groups =
      scanGroups(object->getELFFile(), summary);
  if (!groups)
    return groups.takeError();
  std::vector<Place> places;
  for (const ELFSymbolRef symbol : object->symbols()) {
    Expected<ModuleSymbol> scanned = scanSymbol(symbol);
    if (!scanned)
      return scanned.takeError();
    Expected<Place> place = placeOf(symbol);
    if (!place)
      return place.takeError();
    if (auto group = groups->find(place->first); group != groups->end())
      scanned->comdat = group->second;
    scanned->isUnused = !used.contains(symbol.getRawDataRefImpl().d.b);
    summary.symbols.push_back(*scanned);
    places.push_back(*place);
  }
  if (family && !family->descriptorSuffix().empty())
    markKernels(summary, places, family->descriptorSuffix());
  return Error::success();
}

} // namespace llbc
