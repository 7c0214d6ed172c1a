// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/BitcodeCheck.h"

#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamReader.h"
#include "llvm/IR/Attributes.h"

#include <climits>

using namespace llvm;

namespace llbc {
namespace {

Error damaged(StringRef what) {
  return createStringError("the file is damaged: " + what);
}

/// Reads the few records of a module that make LLVM's reader reserve memory.
class ReservationCheck {
public:
  explicit ReservationCheck(const BitcodeModule &module)
      : cursor(module.getBuffer()),
        limit(module.getBuffer().size() * CHAR_BIT) {}

  Error run() {
    while (!cursor.AtEndOfStream()) {
      Expected<BitstreamEntry> entry = cursor.advance();
      if (!entry)
        return entry.takeError();
      if (entry->Kind == BitstreamEntry::Record) {
        if (Expected<unsigned> code = cursor.skipRecord(entry->ID); !code)
          return code.takeError();
        continue;
      }
      if (entry->Kind != BitstreamEntry::SubBlock)
        return Error::success();
      // The two tables come before the first function.
      if (entry->ID == bitc::FUNCTION_BLOCK_ID)
        return Error::success();
      if (Error err = visitBlock(entry->ID))
        return err;
    }
    return Error::success();
  }

private:
  Error visitBlock(unsigned id) {
    if (id == bitc::MODULE_BLOCK_ID)
      return cursor.EnterSubBlock(id);
    if (id == bitc::TYPE_BLOCK_ID_NEW || id == bitc::PARAMATTR_GROUP_BLOCK_ID)
      return checkTable(id);
    return cursor.SkipBlock();
  }

  Error checkTable(unsigned id) {
    if (Error err = cursor.EnterSubBlock(id))
      return err;
    SmallVector<uint64_t, 64> record;
    while (true) {
      Expected<BitstreamEntry> entry = cursor.advanceSkippingSubblocks();
      if (!entry)
        return entry.takeError();
      if (entry->Kind != BitstreamEntry::Record)
        return Error::success();
      record.clear();
      Expected<unsigned> code = cursor.readRecord(entry->ID, record);
      if (!code)
        return code.takeError();
      if (id == bitc::TYPE_BLOCK_ID_NEW) {
        if (*code == bitc::TYPE_CODE_NUMENTRY && !record.empty() &&
            record[0] > limit)
          return damaged("the type table is larger than the file");
        continue;
      }
      // [group, index of a parameter or of the function itself, ...]
      if (*code == bitc::PARAMATTR_GRP_CODE_ENTRY && record.size() > 1 &&
          record[1] != AttributeList::FunctionIndex && record[1] > limit)
        return damaged("an attribute of a parameter that cannot be");
    }
  }

  BitstreamCursor cursor;
  uint64_t limit; ///< No table has more entries than the file has bits.
};

} // namespace

Error checkReservations(const BitcodeModule &module) {
  return ReservationCheck(module).run();
}

std::string readProducer(StringRef bytes) {
  std::string producer;
  auto read = [&]() -> Error {
    // After the magic number; LLVM's own function wants the whole block sound.
    BitstreamCursor cursor(bytes.drop_front(std::min<size_t>(4, bytes.size())));
    Expected<BitstreamEntry> entry = cursor.advance();
    if (!entry)
      return entry.takeError();
    if (entry->Kind != BitstreamEntry::SubBlock ||
        entry->ID != bitc::IDENTIFICATION_BLOCK_ID)
      return Error::success();
    if (Error err = cursor.EnterSubBlock(entry->ID))
      return err;
    entry = cursor.advance();
    if (!entry)
      return entry.takeError();
    SmallVector<uint64_t, 64> record;
    if (entry->Kind != BitstreamEntry::Record)
      return Error::success();
    Expected<unsigned> code = cursor.readRecord(entry->ID, record);
    if (!code)
      return code.takeError();
    if (*code == bitc::IDENTIFICATION_CODE_STRING)
      producer.assign(record.begin(), record.end());
    return Error::success();
  };
  // The file is known to be damaged; there is nothing more to say about it.
  consumeError(read());
  return producer;
}

} // namespace llbc
