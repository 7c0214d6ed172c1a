// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Cache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Caching.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <link.h>

using namespace llvm;

namespace llbc {
namespace {

/// The build ID among the notes of a loaded file (ELF, "Note Section").
std::string findBuildId(StringRef notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header;
    memcpy(&header, notes.data(), sizeof(header));
    notes = notes.drop_front(sizeof(header));
    const uint64_t nameSize = alignTo(header.n_namesz, 4);
    StringRef bytes = notes.substr(nameSize, header.n_descsz);
    if (header.n_type == NT_GNU_BUILD_ID && notes.starts_with("GNU"))
      return toHex(bytes);
    notes = notes.substr(nameSize + alignTo(header.n_descsz, 4));
  }
  return {};
}

/// Looks at one loaded file: is this function in it?
int visitLoaded(dl_phdr_info *info, size_t, void *result) {
  const auto here = reinterpret_cast<uintptr_t>(&visitLoaded);
  bool isHere = false;
  std::string id;
  for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
    const ElfW(Phdr) &header = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD)
      isHere |= here >= begin && here - begin < header.p_memsz;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is where it was loaded.
    else if (const auto *bytes = reinterpret_cast<const char *>(begin);
             header.p_type == PT_NOTE && id.empty())
      id = findBuildId(StringRef(bytes, header.p_memsz));
  }
  if (isHere)
    *static_cast<std::string *>(result) = id;
  return isHere;
}

/// An entry begins with the hash of what follows.
using EntryHash = BLAKE3Result<>;

StringRef asText(const EntryHash &hash) { return toStringRef(ArrayRef(hash)); }

} // namespace

std::string buildIdentity() {
  std::string id;
  dl_iterate_phdr(visitLoaded, &id);
  return id;
}

void CacheKey::add(StringRef value) {
  // The size keeps "a", "bc" from being "ab", "c".
  hash.update(std::to_string(value.size()) + ":");
  hash.update(value);
}

std::string CacheKey::take() {
  return toHex(asText(hash.final()), /*LowerCase=*/true);
}

Expected<Cache> Cache::open(StringRef folder, StringRef policy) {
  Expected<CachePruningPolicy> parsed = parseCachePruningPolicy(policy);
  if (!parsed)
    return createStringError("option '--cache-policy': " +
                             toString(parsed.takeError()));
  return Cache(folder.str(), *parsed);
}

std::optional<std::string> Cache::find(StringRef key) const {
  std::unique_ptr<MemoryBuffer> found;
  Expected<FileCache> files = localCache(
      "link", "llbc", folder,
      [&](unsigned, const Twine &, std::unique_ptr<MemoryBuffer> buffer) {
        found = std::move(buffer);
      });
  if (!files) {
    consumeError(files.takeError());
    return std::nullopt;
  }
  consumeError((*files)(0, key, "").takeError());
  if (!found)
    return std::nullopt;
  StringRef bytes = found->getBuffer();
  StringRef content = bytes.substr(sizeof(EntryHash));
  const EntryHash expected = BLAKE3::hash(arrayRefFromStringRef(content));
  if (bytes.starts_with(asText(expected)))
    return content.str();
  // So that what is added next can take its place.
  SmallString<128> path(folder);
  sys::path::append(path, "llvmcache-" + key);
  // If it cannot be removed, it is found damaged once more.
  [[maybe_unused]] const std::error_code ec = sys::fs::remove(path);
  return std::nullopt;
}

Error Cache::add(StringRef key, StringRef bytes) const {
  Expected<FileCache> files = localCache("link", "llbc", folder);
  if (!files)
    return files.takeError();
  Expected<AddStreamFn> addStream = (*files)(0, key, "");
  // Another link may have added it meanwhile.
  if (!addStream || !*addStream)
    return addStream.takeError();
  Expected<std::unique_ptr<CachedFileStream>> stream = (*addStream)(0, "");
  if (!stream)
    return stream.takeError();
  *(*stream)->OS << asText(BLAKE3::hash(arrayRefFromStringRef(bytes))) << bytes;
  return (*stream)->commit();
}

void Cache::prune() const { pruneCache(folder, policy); }

} // namespace llbc
