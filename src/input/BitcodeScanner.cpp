// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/BitcodeScanner.h"

#include "input/ReaderScan.h"

#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/IR/Comdat.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/StringSaver.h"

#include <climits>

using namespace llvm;

namespace llbc {
namespace {

/// Modules of this version and later keep names in a string table.
constexpr uint64_t strtabVersion = 2;
/// Record shapes, counted after the name's offset and size.
constexpr size_t variableFields = 6;
constexpr size_t functionFields = 8;
constexpr size_t aliasFields = 5;

Error damaged(const Twine &what) {
  return createStringError("the file is damaged: " + what.str());
}

/// getDecodedLinkage of BitcodeReader.cpp; the numbers are the format's.
GlobalValue::LinkageTypes decodeLinkage(uint64_t value) {
  switch (value) {
  case 2:
    return GlobalValue::AppendingLinkage;
  case 3:
    return GlobalValue::InternalLinkage;
  case 7:
    return GlobalValue::ExternalWeakLinkage;
  case 8:
    return GlobalValue::CommonLinkage;
  case 9:
  case 13:
  case 14:
    return GlobalValue::PrivateLinkage;
  case 12:
    return GlobalValue::AvailableExternallyLinkage;
  case 1:
  case 16:
    return GlobalValue::WeakAnyLinkage;
  case 10:
  case 17:
    return GlobalValue::WeakODRLinkage;
  case 4:
  case 18:
    return GlobalValue::LinkOnceAnyLinkage;
  case 11:
  case 19:
    return GlobalValue::LinkOnceODRLinkage;
  default:
    return GlobalValue::ExternalLinkage;
  }
}

GlobalValue::VisibilityTypes decodeVisibility(uint64_t value) {
  switch (value) {
  case 1:
    return GlobalValue::HiddenVisibility;
  case 2:
    return GlobalValue::ProtectedVisibility;
  default:
    return GlobalValue::DefaultVisibility;
  }
}

GlobalValue::UnnamedAddr decodeUnnamedAddr(uint64_t value) {
  switch (value) {
  case 1:
    return GlobalValue::UnnamedAddr::Global;
  case 2:
    return GlobalValue::UnnamedAddr::Local;
  default:
    return GlobalValue::UnnamedAddr::None;
  }
}

class Scanner {
public:
  Scanner(const BitcodeModule &module, StringSaver &names)
      : cursor(module.getBuffer()), strtab(module.getStrtab()), names(names) {}

  /// False: this module needs LLVM's own reader.
  Expected<bool> scan(ModuleSummary &result) {
    summary = &result;
    while (true) {
      Expected<BitstreamEntry> entry = cursor.advance();
      if (!entry)
        return entry.takeError();
      if (entry->Kind != BitstreamEntry::SubBlock)
        return damaged("no module block");
      if (entry->ID == bitc::MODULE_BLOCK_ID)
        break;
      Error err = entry->ID == bitc::IDENTIFICATION_BLOCK_ID
                      ? readIdentification()
                      : cursor.SkipBlock();
      if (err)
        return err;
    }
    if (Error err = readModule())
      return err;
    return version >= strtabVersion && !result.hasAnnotations && isComplete;
  }

private:
  Error readIdentification() {
    if (Error err = cursor.EnterSubBlock(bitc::IDENTIFICATION_BLOCK_ID))
      return err;
    return eachRecord([&](unsigned code) -> Error {
      if (code == bitc::IDENTIFICATION_CODE_STRING)
        summary->producer.assign(record.begin(), record.end());
      if (code == bitc::IDENTIFICATION_CODE_EPOCH && !record.empty() &&
          record[0] != bitc::BITCODE_CURRENT_EPOCH)
        return createStringError(
            formatv("it is of epoch {0}, not {1}", record[0],
                    static_cast<unsigned>(bitc::BITCODE_CURRENT_EPOCH)));
      return Error::success();
    });
  }

  /// Calls \p visit with the code of each record of the current block, the
  /// values being in `record`; skips nested blocks except those of a module
  /// that this scan reads.
  Error eachRecord(function_ref<Error(unsigned)> visit) {
    while (true) {
      Expected<BitstreamEntry> entry = cursor.advance();
      if (!entry)
        return entry.takeError();
      switch (entry->Kind) {
      case BitstreamEntry::Error:
        return damaged("unexpected end of a block");
      case BitstreamEntry::EndBlock:
        return Error::success();
      case BitstreamEntry::SubBlock:
        if (Error err = enterOrSkip(entry->ID))
          return err;
        break;
      case BitstreamEntry::Record: {
        record.clear();
        Expected<unsigned> code = cursor.readRecord(entry->ID, record);
        if (!code)
          return code.takeError();
        if (Error err = visit(*code))
          return err;
      }
      }
    }
  }

  Error enterOrSkip(unsigned blockId) {
    // BLOCKINFO too: it describes records of blocks that are not read here.
    if (blockId == bitc::METADATA_BLOCK_ID)
      if (Error err = findNamedMetadata(cursor))
        return err;
    return cursor.SkipBlock();
  }

  /// Looks for the names `nvvm.annotations` and `omp_offload.info` in a
  /// module's metadata block. Named metadata follows the index, where there is
  /// one, so the nodes themselves are jumped over. \p metadata is a copy: the
  /// caller's cursor stays where it is.
  Error findNamedMetadata(BitstreamCursor metadata) {
    if (Error err = metadata.EnterSubBlock(bitc::METADATA_BLOCK_ID))
      return err;
    SmallVector<uint64_t, 64> values;
    while (true) {
      Expected<BitstreamEntry> entry = metadata.advanceSkippingSubblocks();
      if (!entry)
        return entry.takeError();
      if (entry->Kind == BitstreamEntry::Error)
        return damaged("metadata");
      if (entry->Kind == BitstreamEntry::EndBlock)
        return Error::success();
      values.clear();
      Expected<unsigned> code = metadata.readRecord(entry->ID, values);
      if (!code)
        return code.takeError();
      if (*code == bitc::METADATA_INDEX_OFFSET && values.size() == 2) {
        const uint64_t target =
            metadata.GetCurrentBitNo() + values[0] + (values[1] << 32);
        if (!metadata.canSkipToPos(target / CHAR_BIT))
          return damaged("the metadata index lies outside the file");
        if (Error err = metadata.JumpToBit(target))
          return err;
      }
      if (*code != bitc::METADATA_NAME)
        continue;
      const std::string name(values.begin(), values.end());
      if (name == "nvvm.annotations")
        summary->hasAnnotations = true;
      if (name == "omp_offload.info")
        isComplete = false;
    }
  }

  Error readModule() {
    if (Error err = cursor.EnterSubBlock(bitc::MODULE_BLOCK_ID))
      return err;
    if (Error err =
            eachRecord([&](unsigned code) { return visitRecord(code); }))
      return err;
    for (ModuleSymbol &symbol : summary->symbols)
      if (symbol.aliasee >= static_cast<int>(summary->symbols.size())) {
        symbol.aliasee = -1;
        isComplete = false;
      }
    for (ModuleSymbol &symbol : summary->symbols)
      symbol.comdat = baseOf(symbol).comdat;
    return Error::success();
  }

  /// What an alias names in the end. A cycle, which no valid module has, cannot
  /// be longer than the table.
  const ModuleSymbol &baseOf(const ModuleSymbol &symbol) const {
    const ModuleSymbol *base = &symbol;
    for (size_t i = 0; i != summary->symbols.size() && base->aliasee >= 0 &&
                       base->kind == ModuleSymbol::Kind::Alias;
         ++i)
      base = &summary->symbols[base->aliasee];
    return *base;
  }

  Error visitRecord(unsigned code) {
    switch (code) {
    case bitc::MODULE_CODE_VERSION:
      version = record.empty() ? 0 : record[0];
      return Error::success();
    case bitc::MODULE_CODE_TRIPLE:
      summary->triple.assign(record.begin(), record.end());
      return Error::success();
    case bitc::MODULE_CODE_DATALAYOUT:
      summary->dataLayout.assign(record.begin(), record.end());
      return Error::success();
    case bitc::MODULE_CODE_ASM:
      summary->moduleAsm.assign(record.begin(), record.end());
      return Error::success();
    case bitc::MODULE_CODE_SECTIONNAME:
      sections.push_back(names.save(std::string(record.begin(), record.end())));
      return Error::success();
    default:
      return version >= strtabVersion ? visitNamed(code) : Error::success();
    }
  }

  Error visitNamed(unsigned code) {
    switch (code) {
    case bitc::MODULE_CODE_COMDAT:
      return addComdat();
    case bitc::MODULE_CODE_GLOBALVAR:
      return addVariable();
    case bitc::MODULE_CODE_FUNCTION:
      return addFunction();
    case bitc::MODULE_CODE_ALIAS:
      return addIndirect(ModuleSymbol::Kind::Alias);
    case bitc::MODULE_CODE_IFUNC:
      return addIndirect(ModuleSymbol::Kind::IFunc);
    default:
      return Error::success();
    }
  }

  /// The name in the string table that the record's first two fields give;
  /// \p fields is how many more the record must have.
  Expected<StringRef> takeName(size_t fields) {
    if (record.size() < fields + 2)
      return damaged("a module-level record is too short");
    const uint64_t offset = record[0];
    const uint64_t size = record[1];
    if (offset > strtab.size() || size > strtab.size() - offset)
      return damaged("a symbol's name lies outside the string table");
    return GlobalValue::dropLLVMManglingEscape(strtab.substr(offset, size));
  }

  /// By the record's 1-based number.
  StringRef sectionName(uint64_t number) const {
    return number && number <= sections.size() ? sections[number - 1]
                                               : StringRef();
  }

  uint64_t field(size_t index) const {
    return index + 2 < record.size() ? record[index + 2] : 0;
  }

  Error addComdat() {
    Expected<StringRef> name = takeName(1);
    if (!name)
      return name.takeError();
    summary->comdats.push_back(
        {*name, field(0) == bitc::COMDAT_SELECTION_KIND_NO_DUPLICATES});
    return Error::success();
  }

  /// The record's 1-based comdat number as an index.
  int comdatIndex(uint64_t number) const {
    return number && number <= summary->comdats.size()
               ? static_cast<int>(number - 1)
               : -1;
  }

  // [type, isconst, initid, linkage, alignment, section, visibility,
  //  threadlocal, unnamed_addr, externally_initialized, dllstorage, comdat]
  Error addVariable() {
    Expected<StringRef> name = takeName(variableFields);
    if (!name)
      return name.takeError();
    ModuleSymbol symbol;
    symbol.name = *name;
    symbol.kind = ModuleSymbol::Kind::Variable;
    symbol.isDeclaration = field(2) == 0;
    symbol.linkage = decodeLinkage(field(3));
    symbol.visibility = decodeVisibility(field(6));
    symbol.unnamedAddr = decodeUnnamedAddr(field(8));
    symbol.isHostVariable =
        isHostVariable(symbol.linkage, symbol.visibility, field(9) != 0);
    symbol.comdat = comdatIndex(field(11));
    symbol.section = sectionName(field(5));
    // Its size takes the table of types.
    isComplete &= !symbol.isCommon();
    summary->hasAppending |= symbol.linkage == GlobalValue::AppendingLinkage;
    summary->symbols.push_back(symbol);
    return Error::success();
  }

  // [type, callingconv, isproto, linkage, paramattr, alignment, section,
  //  visibility, gc, unnamed_addr, prologuedata, dllstorage, comdat]
  Error addFunction() {
    Expected<StringRef> name = takeName(functionFields);
    if (!name)
      return name.takeError();
    ModuleSymbol symbol;
    symbol.name = *name;
    symbol.callingConv = static_cast<CallingConv::ID>(field(1));
    symbol.isDeclaration = field(2) != 0;
    symbol.linkage = decodeLinkage(field(3));
    symbol.visibility = decodeVisibility(field(7));
    symbol.unnamedAddr = decodeUnnamedAddr(field(9));
    symbol.comdat = comdatIndex(field(12));
    symbol.section = sectionName(field(6));
    summary->symbols.push_back(symbol);
    return Error::success();
  }

  // [type, addrspace, aliasee or resolver, linkage, visibility, dllstorage,
  //  threadlocal, unnamed_addr]
  Error addIndirect(ModuleSymbol::Kind kind) {
    Expected<StringRef> name = takeName(aliasFields);
    if (!name)
      return name.takeError();
    ModuleSymbol symbol;
    symbol.name = *name;
    symbol.kind = kind;
    // A value number; those of global values are the positions of their
    // records, and larger ones are constant expressions.
    if (field(2) <= std::numeric_limits<int>::max())
      symbol.aliasee = static_cast<int>(field(2));
    symbol.linkage = decodeLinkage(field(3));
    symbol.visibility = decodeVisibility(field(4));
    symbol.unnamedAddr = decodeUnnamedAddr(field(7));
    summary->symbols.push_back(symbol);
    return Error::success();
  }

  BitstreamCursor cursor;
  StringRef strtab;
  StringSaver &names;
  SmallVector<uint64_t, 64> record;
  std::vector<StringRef> sections;
  uint64_t version = 0;
  bool isComplete = true; ///< The records have said all there is to know.
  ModuleSummary *summary = nullptr;
};

} // namespace

Error scanModule(const BitcodeModule &module, StringSaver &names,
                 ModuleSummary &summary) {
  Expected<bool> complete = Scanner(module, names).scan(summary);
  if (!complete)
    return complete.takeError();
  return *complete ? Error::success() : scanWithReader(module, names, summary);
}

} // namespace llbc
