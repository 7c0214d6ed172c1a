// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/ElfLink.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace llbc {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd(std::exchange(other.fd, -1)) {}
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor() { close(); }

  void close() {
    if (fd >= 0)
      ::close(std::exchange(fd, -1));
  }
  int get() const { return fd; }
  /// A name by which lld can open it.
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd); }

private:
  int fd;
};

Error systemError(const Twine &what) {
  return createStringError(std::error_code(errno, std::generic_category()),
                           what + ": " + sys::StrError());
}

/// A file in memory that holds \p bytes.
Expected<Descriptor> makeMemoryFile(StringRef bytes) {
  Descriptor file(memfd_create("llbc-object", MFD_CLOEXEC));
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

/// Runs lld with \p argv and returns its exit code; its words go to \p
/// messages.
int runLld(ArrayRef<const char *> argv, std::string &messages) {
  raw_string_ostream os(messages);
  const bool linked = lld::elf::link(argv, os, os, /*exitEarly=*/false,
                                     /*disableOutput=*/false);
  lld::CommonLinkerContext::destroy();
  return linked ? 0 : 1;
}

} // namespace

Expected<std::string> linkElf(ArrayRef<std::string> objects,
                              ArrayRef<std::string> args) {
  TimeTraceScope scope("Link ELF");
  static std::mutex oneAtATime;
  std::lock_guard<std::mutex> lock(oneAtATime);

  // lld writes to what is no regular file in one piece, so a pipe can take the
  // result without a file's name.
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return systemError("cannot make a pipe");
  Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);

  std::vector<Descriptor> files;
  std::vector<std::string> words = {"ld.lld"};
  llvm::append_range(words, args);
  words.insert(words.end(), {"-o", writing.path()});
  for (const std::string &object : objects) {
    Expected<Descriptor> file = makeMemoryFile(object);
    if (!file)
      return file.takeError();
    words.push_back(file->path());
    files.push_back(std::move(*file));
  }
  std::vector<const char *> argv;
  for (const std::string &word : words)
    argv.push_back(word.c_str());

  std::string result;
  std::thread reader([&] {
    char buffer[1 << 16];
    for (ssize_t size;
         (size = ::read(reading.get(), buffer, sizeof(buffer))) > 0;)
      result.append(buffer, size);
  });
  std::string messages;
  const int status = runLld(argv, messages);
  writing.close();
  reader.join();
  if (status != 0 || !messages.empty())
    return createStringError("lld: " + StringRef(messages).trim());
  return result;
}

} // namespace llbc
