// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/InputReader.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using object::Archive;

namespace llbc {

// The archive's own symbol index is not used: rustc and many ar programs write
// none for bitcode, and scanning the members costs less than trusting it.
void InputReader::addArchive(MemoryBufferRef buffer, StringRef name,
                             bool wholeArchive) {
  constexpr unsigned deepest = 64;
  if (archiveDepth == deepest)
    return diag.error(name, "more than " + Twine(deepest) +
                                " archives are nested in each other");
  ++archiveDepth;
  const scope_exit leave([&] { --archiveDepth; });
  Expected<std::unique_ptr<Archive>> archive = Archive::create(buffer);
  if (!archive)
    return diag.error(name, archive.takeError());
  Error err = Error::success();
  for (const Archive::Child &child : (*archive)->children(err)) {
    Expected<StringRef> memberName = child.getName();
    if (!memberName) {
      diag.error(name, memberName.takeError());
      continue;
    }
    // Members of a thin archive are files whose paths are relative to it.
    std::string display =
        (name + "(" +
         ((*archive)->isThin() ? sys::path::filename(*memberName)
                               : *memberName) +
         ")")
            .str();
    std::string path;
    if ((*archive)->isThin()) {
      if (Expected<std::string> fullName = child.getFullName())
        inputs.paths.push_back(path = std::move(*fullName));
      else
        consumeError(fullName.takeError());
    }
    Expected<MemoryBufferRef> member = child.getMemoryBufferRef();
    if (!member) {
      // A thin member's error names a path; the message names the member.
      std::string reason;
      handleAllErrors(
          member.takeError(),
          [&](const FileError &info) {
            reason = info.messageWithoutFileInfo();
          },
          [&](const ErrorInfoBase &info) { reason = info.message(); });
      diag.error(display, reason);
      continue;
    }
    // LLVM notices only when it steps to the next member.
    if (!(*archive)->isThin() &&
        member->getBufferEnd() > buffer.getBufferEnd()) {
      diag.error(display, "the archive ends before this member does");
      continue;
    }
    if ((*archive)->isThin())
      addThinMember(*member, path, display, wholeArchive);
    else
      addBuffer(*member, display, /*lazy=*/!wholeArchive, /*inArchive=*/true,
                wholeArchive);
  }
  if (err)
    diag.error(name, std::move(err));
  for (std::unique_ptr<MemoryBuffer> &thin : (*archive)->takeThinBuffers())
    inputs.buffers.push_back(std::move(thin));
}

// Thin archives may name each other, and themselves.
void InputReader::addThinMember(MemoryBufferRef member, StringRef path,
                                StringRef name, bool wholeArchive) {
  sys::fs::UniqueID id;
  const bool isArchive =
      identify_magic(member.getBuffer()) == file_magic::archive &&
      !sys::fs::getUniqueID(path, id);
  if (isArchive && llvm::is_contained(enclosing, id))
    return diag.error(name, "the archive is a member of itself");
  // Once is enough, or the time would double with each level.
  if (isArchive && !offered.insert(id).second)
    return;
  if (isArchive)
    enclosing.push_back(id);
  addBuffer(member, name, /*lazy=*/!wholeArchive, /*inArchive=*/true,
            wholeArchive);
  if (isArchive)
    enclosing.pop_back();
}

} // namespace llbc
