// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Bundle.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using object::OffloadBinary;

namespace llbc {

std::string makeOffloadBinary(const DeviceImage &image,
                              object::OffloadKind kind) {
  OffloadBinary::OffloadingImage entry;
  entry.TheImageKind = image.kind;
  entry.TheOffloadKind = kind;
  // In the order of llvm-offload-binary, so that the bytes are the same.
  entry.StringData["arch"] = image.arch;
  entry.StringData["triple"] = image.triple;
  entry.Image = MemoryBuffer::getMemBuffer(image.bytes, image.name,
                                           /*RequiresNullTerminator=*/false);
  return OffloadBinary::write(entry).str().str();
}

std::string makeBundle(ArrayRef<DeviceImage> images, object::OffloadKind kind) {
  std::string bundle;
  for (const DeviceImage &image : images) {
    bundle += makeOffloadBinary(image, kind);
    bundle.resize(alignTo(bundle.size(), OffloadBinary::getAlignment()));
  }
  return bundle;
}

std::string makeHipBundle(ArrayRef<DeviceImage> images, const Triple &host) {
  struct Entry {
    std::string id;
    StringRef bytes;
    uint64_t offset = 0;
  };
  // Triples have four parts here, the last one empty.
  std::vector<Entry> entries = {{"host-" + host.str() + "-", {}}};
  for (const DeviceImage &image : images)
    entries.push_back({"hip-" + image.triple + "--" + image.arch, image.bytes});
  constexpr StringRef magic = "__CLANG_OFFLOAD_BUNDLE__";
  const Align alignment(4096);
  uint64_t offset = magic.size() + sizeof(uint64_t);
  for (const Entry &entry : entries)
    offset += 3 * sizeof(uint64_t) + entry.id.size();
  for (Entry &entry : entries) {
    entry.offset = offset = alignTo(offset, alignment);
    offset += entry.bytes.size();
  }

  std::string bundle;
  raw_string_ostream os(bundle);
  support::endian::Writer writer(os, endianness::little);
  os << magic;
  writer.write<uint64_t>(entries.size());
  for (const Entry &entry : entries) {
    writer.write<uint64_t>(entry.offset);
    writer.write<uint64_t>(entry.bytes.size());
    writer.write<uint64_t>(entry.id.size());
    os << entry.id;
  }
  for (const Entry &entry : entries) {
    bundle.resize(entry.offset);
    bundle += entry.bytes;
  }
  return bundle;
}

} // namespace llbc
