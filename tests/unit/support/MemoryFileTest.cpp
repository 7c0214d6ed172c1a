// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/MemoryFile.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

using namespace llbc;
using namespace llbc::test;

TEST_CASE("a file in memory holds exactly its bytes", "[memory-file]") {
  for (const std::string &bytes :
       {std::string(), std::string("a\0\r\n\xFF", 5), std::string(1 << 20, 'x'),
        std::string((1 << 16) + 1, 'y')}) {
    const Descriptor file = valueOf(makeMemoryFile(bytes));
    CHECK(readMemoryFile(file) == bytes);
    CHECK(readMemoryFile(file) == bytes);
  }
}

TEST_CASE("a file in memory can be opened, read and replaced by its path",
          "[memory-file]") {
  const Descriptor file = valueOf(makeMemoryFile("before"));
  CHECK(readFile(file.path()) == "before");
  writeFile(file.path(), "after");
  CHECK(readMemoryFile(file) == "after");
  const ChildResult result = runInChild([&] {
    say(readFile(file.path()));
    return 0;
  });
  CHECK(result.output == "after");
}

TEST_CASE("a descriptor closes itself, once", "[memory-file]") {
  int number = -1;
  {
    Descriptor file = valueOf(makeMemoryFile("x"));
    number = file.get();
    Descriptor moved = std::move(file);
    CHECK(moved.get() == number);
    CHECK(file.get() == -1);
    CHECK(fcntl(number, F_GETFD) != -1);
  }
  CHECK(fcntl(number, F_GETFD) == -1);
  Descriptor file = valueOf(makeMemoryFile("x"));
  number = file.get();
  file.close();
  // Someone else's by now.
  const int other = open("/dev/null", O_RDONLY);
  REQUIRE(other == number);
  file.close();
  CHECK(fcntl(other, F_GETFD) != -1);
  ::close(other);
}

TEST_CASE("a program that is started does not get the file", "[memory-file]") {
  const Descriptor file = valueOf(makeMemoryFile("x"));
  CHECK((fcntl(file.get(), F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("system errors have a name and a reason", "[memory-file]") {
  errno = ENOENT;
  const std::string text = errorText(systemError("cannot do it"));
  CHECK(contains(text, "cannot do it: "));
  CHECK(llvm::StringRef(text).contains_insensitive("no such file"));
}
