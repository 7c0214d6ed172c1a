// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bundles of clang's old offload driver and of HIP, which are those of
// clang-offload-bundler (clang's "Clang Offload Bundler").

#include "device/DeviceFamily.h"
#include "input/FileKind.h"
#include "input/InputReader.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/OffloadBundle.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace llvm::object;

namespace llbc {
namespace {

constexpr StringRef magic = "__CLANG_OFFLOAD_BUNDLE__";

Error damaged() {
  return createStringError("the offload bundle is damaged or ends early");
}

/// The bundle that starts \p bytes, which is compressed; takes it off them.
/// Checks what LLVM's reader takes on trust.
Expected<std::unique_ptr<MemoryBuffer>> decompressFirst(StringRef &bytes) {
  // Magic, version and method; all versions have as much.
  constexpr size_t smallest = 20;
  if (bytes.size() < smallest)
    return damaged();
  const unsigned version = support::endian::read16le(bytes.data() + 4);
  if (version == 0 || version > CompressedOffloadBundle::DefaultVersion)
    return createStringError("is a compressed offload bundle of version " +
                             Twine(version) +
                             "; this tool reads versions 1 to " +
                             Twine(CompressedOffloadBundle::DefaultVersion));
  auto header =
      CompressedOffloadBundle::CompressedBundleHeader::tryParse(bytes);
  if (!header)
    return header.takeError();
  const size_t size = header->FileSize.value_or(bytes.size());
  // No compression does better than this for zeros.
  constexpr size_t bestRatio = 1 << 16;
  if (size < smallest || size > bytes.size() ||
      header->UncompressedFileSize / bestRatio > size)
    return damaged();
  const std::unique_ptr<MemoryBuffer> compressed = MemoryBuffer::getMemBuffer(
      bytes.take_front(size), "", /*RequiresNullTerminator=*/false);
  bytes = bytes.drop_front(size);
  return CompressedOffloadBundle::decompress(*compressed);
}

/// The entries of the bundle that starts \p bytes; takes it off them.
Expected<SmallVector<OffloadBundleEntry>> readFirst(StringRef &bytes) {
  OffloadBundleFatBin bundle(MemoryBufferRef(bytes, ""), "");
  if (Error err = bundle.readEntries(bytes, 0)) {
    consumeError(std::move(err));
    return damaged();
  }
  uint64_t end = magic.size();
  for (const OffloadBundleEntry &entry : bundle.getEntries()) {
    if (entry.Offset > bytes.size() || entry.Size > bytes.size() - entry.Offset)
      return damaged();
    end = std::max(end, entry.Offset + entry.Size);
  }
  bytes = bytes.drop_front(end);
  return bundle.getEntries();
}

} // namespace

void InputReader::addClangBundles(StringRef bytes, StringRef name, bool lazy,
                                  bool isRegistered) {
  while (!bytes.empty()) {
    if (identify_magic(bytes) == file_magic::offload_bundle_compressed) {
      Expected<std::unique_ptr<MemoryBuffer>> plain = decompressFirst(bytes);
      if (!plain)
        return diag.error(name, plain.takeError());
      if (identify_magic((*plain)->getBuffer()) == file_magic::offload_bundle)
        addClangBundles((*plain)->getBuffer(), name, lazy, isRegistered);
      else
        addTextBundle((*plain)->getBuffer(), name, lazy);
    } else if (identify_magic(bytes) == file_magic::offload_bundle) {
      StringRef whole = bytes;
      Expected<SmallVector<OffloadBundleEntry>> entries = readFirst(bytes);
      if (!entries)
        return diag.error(name, entries.takeError());
      for (const OffloadBundleEntry &entry : *entries)
        addBundleEntry(whole.substr(entry.Offset, entry.Size), entry.ID, name,
                       lazy, isRegistered);
    } else {
      return diag.error(name, damaged());
    }
    // In a section, each starts at a page.
    bytes = bytes.ltrim('\0');
  }
}

void InputReader::addTextBundle(StringRef text, StringRef name, bool lazy) {
  constexpr StringRef start = "__CLANG_OFFLOAD_BUNDLE____START__ ";
  constexpr StringRef end = "__CLANG_OFFLOAD_BUNDLE____END__ ";
  StringRef rest = text.split(start).second;
  if (rest.empty())
    return diag.error(name, damaged());
  while (!rest.empty()) {
    const auto [id, afterId] = rest.split('\n');
    const auto [body, afterBody] = afterId.split(end);
    if (!afterBody.starts_with(id))
      return diag.error(name, damaged());
    // What follows is the start of the comment that ends it.
    StringRef code = body.rsplit('\n').first;
    if (id.starts_with("host") || isIRText(code) ||
        code.ltrim().starts_with("//") || code.ltrim().starts_with(".version"))
      addBundleEntry(code, id.rtrim(), name, lazy, /*isRegistered=*/false);
    else
      diag.error(name, "holds assembly for " + id.rtrim() +
                           ", which cannot be linked; compile to an object "
                           "(-c) or to LLVM's language (-S -emit-llvm)");
    rest = afterBody.split(start).second;
  }
}

void InputReader::addBundleEntry(StringRef bytes, StringRef id, StringRef name,
                                 bool lazy, bool isRegistered) {
  auto [kind, target] = id.split('-');
  // The host's part is code for the CPU that starts the kernels.
  if (bytes.empty() || kind == "host")
    return;
  PackagedCode code;
  code.bytes = bytes;
  // <kind>-<arch>-<vendor>-<os>-[<environment>]-<processor>, where processors
  // may have a '-' of their own.
  size_t at = target.find('-');
  while (at != StringRef::npos && !familyOfProcessor(target.drop_front(at + 1)))
    at = target.find('-', at + 1);
  code.triple = target.take_front(at).rtrim('-');
  if (at != StringRef::npos)
    code.arch = target.drop_front(at + 1);
  if (Triple(code.triple).isSPIRV())
    code.kind = IMG_SPIRV;
  code.name = (name + "(" + code.triple + "," + code.arch + ")").str();
  code.lazy = lazy;
  code.isRegistered = isRegistered;
  if (isIRText(bytes))
    return addTextualIR(MemoryBufferRef(bytes, name), code.name, lazy, &code);
  addPackaged(code);
}

} // namespace llbc
