// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 10, which is the command's: what a link made becomes files.

#include "llbc/Link.h"

#include "support/WriteOutputs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace llbc {
namespace {

/// A text that is the same for two paths exactly when they name the same file,
/// existing or not; "" for devices and pipes, which any number may share.
std::string identity(StringRef path) {
  if (path == "-")
    return "-";
  sys::fs::file_status status;
  if (!sys::fs::status(path, status)) {
    if (!sys::fs::is_regular_file(status))
      return {};
    const sys::fs::UniqueID id = status.getUniqueID();
    return formatv("{0}:{1}", id.getDevice(), id.getFile());
  }
  SmallString<128> folder;
  StringRef parent = sys::path::parent_path(path);
  if (sys::fs::real_path(parent.empty() ? "." : parent, folder))
    return path.str();
  sys::path::append(folder, sys::path::filename(path));
  return folder.str().str();
}

/// Whether \p path can be created, as far as its folder says.
Error checkFolder(StringRef path) {
  StringRef folder = sys::path::parent_path(path);
  if (path.empty() || path == "-" || sys::fs::exists(path) ||
      sys::fs::is_symlink_file(path))
    return Error::success();
  if (folder.empty())
    folder = ".";
  if (!sys::fs::exists(folder))
    return createFileError(
        path, std::make_error_code(std::errc::no_such_file_or_directory));
  if (!sys::fs::is_directory(folder))
    return createFileError(path,
                           std::make_error_code(std::errc::not_a_directory));
  return Error::success();
}

/// Fails if two of \p files are the same, or if one is among \p inputs.
Error checkIdentities(ArrayRef<OutputFile> files,
                      ArrayRef<std::string> inputs) {
  std::set<std::string> inputIdentities;
  for (const std::string &input : inputs)
    inputIdentities.insert(identity(input));
  std::set<std::string> outputIdentities;
  for (const OutputFile &file : files) {
    const std::string id = identity(file.path);
    if (id.empty())
      continue;
    if (inputIdentities.contains(id))
      return createFileError(
          file.path, createStringError("is an input of this link; choose "
                                       "another name for the output"));
    if (!outputIdentities.insert(id).second)
      return createFileError(
          file.path, createStringError("two outputs would be written to it"));
  }
  return Error::success();
}

} // namespace

Error checkOutputFolders(const Config &config) {
  bool namesAll = !config.emissions.empty() && !config.emitsImage;
  for (const Emission &emission : config.emissions) {
    if (Error err = checkFolder(emission.path))
      return err;
    namesAll &= !emission.path.empty();
  }
  return namesAll ? Error::success() : checkFolder(config.output);
}

Error writeFiles(const Config &config, LinkResult result) {
  std::vector<OutputFile> files = std::move(result.outputs);
  llvm::append_range(files, std::move(result.intermediates));
  if (files.empty())
    return Error::success();
  if (config.saveTempsDir && !config.saveTempsDir->empty())
    if (std::error_code ec = sys::fs::create_directories(*config.saveTempsDir))
      return createFileError(*config.saveTempsDir, ec);
  if (Error err = checkIdentities(files, result.dependencies))
    return err;
  return writeOutputs(files);
}

} // namespace llbc
