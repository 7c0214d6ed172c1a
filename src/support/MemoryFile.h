// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that exist in memory only, for libraries and children that insist on
// paths: nothing is left behind, whatever happens.

#ifndef LLBC_SUPPORT_MEMORYFILE_H
#define LLBC_SUPPORT_MEMORYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace llbc {

/// A file descriptor that closes itself.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor() { close(); }

  void close();
  int get() const { return fd; }
  /// A path by which this process can open it.
  std::string path() const;
  /// A path by which its children can open it, too.
  std::string childPath() const;

private:
  int fd;
};

/// A file in memory that holds \p bytes.
llvm::Expected<Descriptor> makeMemoryFile(llvm::StringRef bytes);

/// All that \p file holds.
std::string readMemoryFile(const Descriptor &file);

/// \p what and the reason that `errno` gives.
llvm::Error systemError(const llvm::Twine &what);

} // namespace llbc

#endif // LLBC_SUPPORT_MEMORYFILE_H
