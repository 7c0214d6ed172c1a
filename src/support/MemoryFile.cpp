// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/MemoryFile.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;

namespace llbc {

void Descriptor::close() {
  if (fd >= 0)
    ::close(std::exchange(fd, -1));
}

std::string Descriptor::path() const {
  return "/proc/self/fd/" + std::to_string(fd);
}

std::string Descriptor::childPath() const {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(fd);
}

Error systemError(const Twine &what) {
  return createStringError(std::error_code(errno, std::generic_category()),
                           what + ": " + sys::StrError());
}

Expected<Descriptor> makeMemoryFile(StringRef bytes) {
  Descriptor file(memfd_create("llbc", MFD_CLOEXEC));
  if (file.get() < 0)
    return systemError("cannot make a file in memory");
  raw_fd_ostream os(file.get(), /*shouldClose=*/false);
  os << bytes;
  os.flush();
  if (os.has_error()) {
    os.clear_error();
    return systemError("cannot fill a file in memory");
  }
  return file;
}

std::string readMemoryFile(const Descriptor &file) {
  std::string bytes;
  char buffer[1 << 16];
  for (ssize_t size; (size = pread(file.get(), buffer, sizeof(buffer),
                                   static_cast<off_t>(bytes.size()))) > 0;)
    bytes.append(buffer, size);
  return bytes;
}

} // namespace llbc
