// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/WriteOutputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <filesystem>
#include <list>

using namespace llvm;

namespace llbc {
namespace {

/// A complete file under a temporary name, not yet visible under its own.
struct PendingFile {
  sys::fs::TempFile temp;
  std::string target;
  std::string path;
};

/// Whether \p file is a device, a pipe or the like, also behind a link such as
/// /dev/stdout, whose target has no path.
bool isStream(const OutputFile &file) {
  sys::fs::file_status status;
  return file.path == "-" ||
         (!sys::fs::status(file.path, status) &&
          !sys::fs::is_regular_file(status) && !sys::fs::is_directory(status));
}

Error writeAll(raw_fd_ostream &os, const OutputFile &file) {
  os << file.bytes;
  os.flush();
  if (!os.has_error())
    return Error::success();
  std::error_code ec = os.error();
  os.clear_error();
  return createFileError(file.path, ec);
}

Error writeDirectly(const OutputFile &file) {
  std::error_code ec;
  // raw_fd_ostream takes "-" as standard output.
  raw_fd_ostream os(file.path, ec, sys::fs::CD_OpenAlways, sys::fs::FA_Write,
                    sys::fs::OF_None);
  if (ec)
    return createFileError(file.path, ec);
  if (Error err = writeAll(os, file))
    return err;
  if (file.path == "-")
    return Error::success();
  os.close();
  if (!os.has_error())
    return Error::success();
  ec = os.error();
  os.clear_error();
  return createFileError(file.path, ec);
}

/// The path that a write through \p path reaches: symbolic links resolved,
/// also when the last one dangles.
Expected<std::string> followLinks(StringRef path) {
  // The limit that Linux sets for a path.
  constexpr unsigned maxLinks = 40;
  SmallString<256> current = path;
  for (unsigned i = 0; i != maxLinks; ++i) {
    if (!sys::fs::is_symlink_file(current))
      return current.str().str();
    std::error_code ec;
    SmallString<256> next(
        std::filesystem::read_symlink(current.c_str(), ec).string());
    if (ec)
      return createFileError(path, ec);
    if (sys::path::is_relative(next)) {
      SmallString<256> joined = sys::path::parent_path(current);
      sys::path::append(joined, next);
      next = joined;
    }
    current = next;
  }
  return createFileError(
      path, std::make_error_code(std::errc::too_many_symbolic_link_levels));
}

Expected<PendingFile> writeBeside(const OutputFile &file, StringRef target) {
  // Not made from the target's name, which may be as long as a name can be.
  SmallString<256> model = sys::path::parent_path(target);
  sys::path::append(model, ".llbc-%%%%%%%%.tmp");
  Expected<sys::fs::TempFile> temp = sys::fs::TempFile::create(model);
  if (!temp)
    return createFileError(file.path, temp.takeError());
  // A file that exists keeps its permissions.
  if (ErrorOr<sys::fs::perms> perms = sys::fs::getPermissions(target))
    if (std::error_code ec = sys::fs::setPermissions(temp->FD, *perms)) {
      consumeError(temp->discard());
      return createFileError(file.path, ec);
    }
  raw_fd_ostream os(temp->FD, /*shouldClose=*/false);
  if (Error err = writeAll(os, file)) {
    consumeError(temp->discard());
    return err;
  }
  return PendingFile{std::move(*temp), target.str(), file.path};
}

/// Writes a device or pipe, or prepares a regular file.
Error prepare(const OutputFile &file, std::list<PendingFile> &pending) {
  if (isStream(file))
    return writeDirectly(file);
  sys::fs::file_status status;
  std::error_code ec = sys::fs::status(file.path, status);
  if (!ec && sys::fs::is_directory(status))
    return createFileError(file.path,
                           std::make_error_code(std::errc::is_a_directory));
  Expected<std::string> target = followLinks(file.path);
  if (!target)
    return target.takeError();
  // A rename would replace a file that its owner made read-only.
  if (!ec)
    ec = sys::fs::access(*target, sys::fs::AccessMode::Write);
  else if (ec == std::errc::no_such_file_or_directory)
    ec = {};
  if (ec)
    return createFileError(file.path, ec);
  Expected<PendingFile> written = writeBeside(file, *target);
  if (!written)
    return written.takeError();
  pending.push_back(std::move(*written));
  return Error::success();
}

} // namespace

Error writeOutputs(ArrayRef<OutputFile> files) {
  std::list<PendingFile> pending;
  Error failure = Error::success();
  // Devices and pipes last: what goes there cannot be taken back.
  for (bool streams : {false, true})
    for (const OutputFile &file : files)
      if (!failure && isStream(file) == streams)
        failure = joinErrors(std::move(failure), prepare(file, pending));
  for (PendingFile &file : pending) {
    if (failure)
      consumeError(file.temp.discard());
    else if (Error err = file.temp.keep(file.target))
      failure = createFileError(file.path, std::move(err));
  }
  return failure;
}

} // namespace llbc
