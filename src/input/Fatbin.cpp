// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA does not document the format. A header of 16 bytes: magic, version,
// its own size, the size of what follows. Then entries, each with a header of
// its own; see `EntryHeader`.

#include "input/Fatbin.h"

#include "input/InputReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"

using namespace llvm;

namespace llbc {
namespace {

using support::ulittle16_t;
using support::ulittle32_t;
using support::ulittle64_t;

struct Header {
  ulittle32_t magic;
  ulittle16_t version;
  ulittle16_t headerSize;
  ulittle64_t size; ///< Of all entries.
};

struct EntryHeader {
  ulittle16_t kind;
  ulittle16_t version;
  ulittle32_t headerSize;
  ulittle64_t size;           ///< Of the contents, with padding.
  ulittle32_t compressedSize; ///< Without padding; 0 if not compressed.
  ulittle32_t optionsOffset;
  ulittle16_t minor; ///< The version of PTX or of the cubin.
  ulittle16_t major;
  ulittle32_t sm;
  ulittle32_t nameOffset;
  ulittle32_t nameSize;
  ulittle64_t flags;
  ulittle64_t reserved;
  ulittle64_t uncompressedSize;
};

enum : unsigned { KindPTX = 1, KindCubin = 2 };
enum : uint64_t { FlagLZ4 = 0x2000, FlagZstd = 0x8000 };

Error damaged() {
  return createStringError("the fat binary is damaged or ends early");
}

/// Takes a structure off the front of \p bytes; null if they are too short.
template <typename T> const T *take(StringRef bytes) {
  return bytes.size() < sizeof(T) ? nullptr
                                  : reinterpret_cast<const T *>(bytes.data());
}

/// A length of LZ4: four bits, and then bytes for as long as they are full.
bool readLength(StringRef &input, size_t &length) {
  constexpr uint8_t full = 255;
  if (length != 15)
    return true;
  uint8_t byte = full;
  while (byte == full) {
    if (input.empty())
      return false;
    byte = input.front();
    input = input.drop_front();
    length += byte;
  }
  return true;
}

/// Decompresses one block of LZ4 (LZ4 Block Format Description); \p size is
/// what comes out of it. LLVM has no reader of it.
Expected<std::string> decompressLZ4(StringRef input, size_t size) {
  constexpr size_t shortestMatch = 4;
  std::string output;
  output.reserve(size);
  while (!input.empty()) {
    const uint8_t token = input.front();
    input = input.drop_front();
    size_t literals = token >> 4;
    if (!readLength(input, literals) || literals > input.size() ||
        literals > size - output.size())
      return damaged();
    output += input.take_front(literals);
    input = input.drop_front(literals);
    if (input.empty())
      break; // The last sequence has literals only.
    if (input.size() < sizeof(uint16_t))
      return damaged();
    const size_t distance = support::endian::read16le(input.data());
    input = input.drop_front(sizeof(uint16_t));
    size_t match = token & 0xf;
    if (!readLength(input, match) || distance == 0 ||
        distance > output.size() ||
        match + shortestMatch > size - output.size())
      return damaged();
    // It may overlap what it writes.
    for (size_t i = 0; i != match + shortestMatch; ++i)
      output += output[output.size() - distance];
  }
  if (output.size() != size)
    return damaged();
  return output;
}

Expected<std::string> decompress(StringRef contents,
                                 const EntryHeader &header) {
  // No compression does better than this for zeros.
  constexpr size_t bestRatio = 1 << 16;
  if (header.compressedSize > contents.size() ||
      header.uncompressedSize / bestRatio > contents.size())
    return damaged();
  contents = contents.take_front(header.compressedSize);
  if (header.flags & FlagLZ4)
    return decompressLZ4(contents, header.uncompressedSize);
  if (!compression::zstd::isAvailable())
    return createStringError(
        "is compressed with zstd, which this tool was built without; pass "
        "-compress-mode=none to fatbinary");
  SmallVector<uint8_t, 0> plain;
  if (Error err = compression::zstd::decompress(
          arrayRefFromStringRef(contents), plain, header.uncompressedSize)) {
    consumeError(std::move(err));
    return damaged();
  }
  return toStringRef(plain).str();
}

Expected<FatbinEntry> readEntry(const EntryHeader &header, StringRef contents) {
  FatbinEntry entry;
  entry.sm = header.sm;
  entry.isPTX = header.kind == KindPTX;
  if (header.kind != KindPTX && header.kind != KindCubin)
    return createStringError(
        "holds code of kind " + Twine(header.kind) + " for sm_" +
        Twine(header.sm) +
        ", but this tool reads PTX and cubins; compile without -dlto");
  if (header.flags & (FlagLZ4 | FlagZstd)) {
    Expected<std::string> plain = decompress(contents, header);
    if (!plain)
      return plain.takeError();
    entry.bytes = std::move(*plain);
  } else {
    entry.bytes = contents;
  }
  if (entry.isPTX)
    entry.bytes.resize(StringRef(entry.bytes).rtrim('\0').size());
  return entry;
}

} // namespace

Expected<std::vector<FatbinEntry>> readFatbins(StringRef bytes) {
  constexpr uint32_t magic = 0xba55ed50;
  std::vector<FatbinEntry> entries;
  // In a section there are several, each aligned.
  while (!bytes.empty()) {
    const auto *header = take<Header>(bytes);
    if (!header || header->magic != magic ||
        header->headerSize < sizeof(Header) ||
        header->headerSize > bytes.size() ||
        header->size > bytes.size() - header->headerSize)
      return damaged();
    if (header->version != 1)
      return createStringError("is a fat binary of version " +
                               Twine(header->version) +
                               "; this tool reads version 1");
    StringRef rest = bytes.substr(header->headerSize, header->size);
    bytes = bytes.drop_front(header->headerSize + header->size).ltrim('\0');
    while (!rest.empty()) {
      const auto *own = take<EntryHeader>(rest);
      if (!own || own->headerSize < sizeof(EntryHeader) ||
          own->headerSize > rest.size() ||
          own->size > rest.size() - own->headerSize)
        return damaged();
      Expected<FatbinEntry> entry =
          readEntry(*own, rest.substr(own->headerSize, own->size));
      if (!entry)
        return entry.takeError();
      entries.push_back(std::move(*entry));
      rest = rest.drop_front(own->headerSize + own->size);
    }
  }
  return entries;
}

void InputReader::addFatbins(StringRef bytes, StringRef name, bool lazy,
                             bool isRegistered) {
  Expected<std::vector<FatbinEntry>> entries = readFatbins(bytes);
  if (!entries)
    return diag.error(name, entries.takeError());
  for (const FatbinEntry &entry : *entries) {
    PackagedCode code;
    code.bytes = entry.bytes;
    code.kind = entry.isPTX ? object::IMG_PTX : object::IMG_Cubin;
    code.name = (name + "(" + (entry.isPTX ? "PTX" : "cubin") + ",sm_" +
                 Twine(entry.sm) + ")")
                    .str();
    code.lazy = lazy;
    code.isRegistered = isRegistered;
    addPackaged(code);
  }
}

} // namespace llbc
