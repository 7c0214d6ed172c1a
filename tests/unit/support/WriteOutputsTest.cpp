// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/WriteOutputs.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

std::string errorOf(const std::vector<OutputFile> &files) {
  return errorText(writeOutputs(files));
}

/// Runs \p body as a user without privileges, whom permissions stop.
ChildResult runUnprivileged(const std::function<int()> &body) {
  return runInChild([&] {
    constexpr uid_t nobody = 65534;
    if (getuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0))
      return 99;
    return body();
  });
}

} // namespace

TEST_CASE("a file holds exactly its bytes", "[output-file]") {
  TempFolder folder;
  const std::string bytes("a\0\r\n\xFF", 5);
  CHECK(errorOf({{"out", bytes}}).empty());
  CHECK(readFile("out") == bytes);
  CHECK(TempFolder::list() == Strings{"out"});
}

TEST_CASE("an empty file is written too", "[output-file]") {
  TempFolder folder;
  CHECK(errorOf({{"out", ""}}).empty());
  CHECK(readFile("out").empty());
  CHECK(errorOf({}).empty());
}

TEST_CASE("a new file has the permissions that others have", "[output-file]") {
  TempFolder folder;
  for (mode_t mask : {022, 077}) {
    const mode_t before = umask(mask);
    CHECK(errorOf({{"out", "x"}}).empty());
    umask(before);
    struct stat status = {};
    REQUIRE(stat("out", &status) == 0);
    CHECK((status.st_mode & 0777) == (0666 & ~mask));
    fs::remove("out");
  }
}

TEST_CASE("an existing file is replaced and not written into",
          "[output-file]") {
  TempFolder folder;
  writeFile("out", "old");
  fs::create_hard_link("out", "kept");
  const int reader = open("out", O_RDONLY);
  CHECK(errorOf({{"out", "new"}}).empty());
  CHECK(readFile("out") == "new");
  CHECK(readFile("kept") == "old");
  char buffer[8] = {};
  CHECK(read(reader, buffer, sizeof buffer) == 3);
  CHECK(std::string(buffer) == "old");
  close(reader);
}

TEST_CASE("a symbolic link stays and its target is written", "[output-file]") {
  TempFolder folder;
  fs::create_directory("dir");
  writeFile("dir/target", "old");
  fs::create_symlink("dir/target", "link");
  fs::create_symlink("link", "linklink");
  CHECK(errorOf({{"linklink", "new"}}).empty());
  CHECK(fs::is_symlink("linklink"));
  CHECK(fs::is_symlink("link"));
  CHECK_FALSE(fs::is_symlink("dir/target"));
  CHECK(readFile("dir/target") == "new");
  CHECK(TempFolder::list("dir") == Strings{"target"});
}

TEST_CASE("a symbolic link is relative to its own folder", "[output-file]") {
  TempFolder folder;
  fs::create_directory("dir");
  fs::create_symlink("target", "dir/link");
  CHECK(errorOf({{"dir/link", "x"}}).empty());
  CHECK(readFile("dir/target") == "x");
}

TEST_CASE("a dangling symbolic link has its target made", "[output-file]") {
  TempFolder folder;
  fs::create_symlink("nothing", "link");
  CHECK(errorOf({{"link", "x"}}).empty());
  CHECK(fs::is_symlink("link"));
  CHECK(readFile("nothing") == "x");
  fs::create_symlink(folder.path() / "absolute", "link2");
  CHECK(errorOf({{"link2", "y"}}).empty());
  CHECK(readFile("absolute") == "y");
}

TEST_CASE("a circle of symbolic links is an error that names the path",
          "[output-file]") {
  TempFolder folder;
  fs::create_symlink("b", "a");
  fs::create_symlink("a", "b");
  CHECK(contains(errorOf({{"a", "x"}}), "'a': "));
  CHECK(TempFolder::list() == Strings{"a", "b"});
}

TEST_CASE("a folder cannot be written to", "[output-file]") {
  TempFolder folder;
  fs::create_directory("dir");
  fs::create_symlink("dir", "link");
  CHECK(llvm::StringRef(errorOf({{"dir", "x"}}))
            .contains_insensitive("'dir': is a directory"));
  CHECK(llvm::StringRef(errorOf({{"link", "x"}}))
            .contains_insensitive("'link': is a directory"));
  CHECK(TempFolder::list() == Strings{"dir", "link"});
}

TEST_CASE("a missing folder is an error that names the path", "[output-file]") {
  TempFolder folder;
  CHECK(llvm::StringRef(errorOf({{"no/out", "x"}}))
            .contains_insensitive("'no/out': no such file or directory"));
  CHECK(contains(errorOf({{"", "x"}}), "''"));
}

TEST_CASE("a file is no folder", "[output-file]") {
  TempFolder folder;
  writeFile("file", "old");
  CHECK_FALSE(errorOf({{"file/out", "x"}}).empty());
  CHECK(readFile("file") == "old");
}

TEST_CASE("devices stay what they are", "[output-file]") {
  TempFolder folder;
  CHECK(errorOf({{"/dev/null", "x"}}).empty());
  CHECK(fs::is_character_file("/dev/null"));
  fs::create_symlink("/dev/null", "null");
  CHECK(errorOf({{"null", "x"}}).empty());
  CHECK(fs::is_symlink("null"));
}

TEST_CASE("a full disk is an error that names the path", "[output-file]") {
  TempFolder folder;
  CHECK(llvm::StringRef(errorOf({{"/dev/full", "x"}}))
            .contains_insensitive("'/dev/full': no space left on device"));
  // And nothing else is written then.
  CHECK_FALSE(errorOf({{"a", "1"}, {"/dev/full", "x"}, {"b", "2"}}).empty());
  CHECK(TempFolder::list().empty());
}

TEST_CASE("a pipe is written to", "[output-file]") {
  TempFolder folder;
  REQUIRE(mkfifo("pipe", 0600) == 0);
  // Opened for both, so that neither side waits for the other.
  const int pipe = open("pipe", O_RDWR);
  CHECK(errorOf({{"pipe", "abc"}}).empty());
  char buffer[8] = {};
  CHECK(read(pipe, buffer, sizeof buffer) == 3);
  CHECK(std::string(buffer) == "abc");
  close(pipe);
  CHECK(fs::is_fifo("pipe"));
}

TEST_CASE("a dash is standard output", "[output-file]") {
  TempFolder folder;
  const ChildResult result = runInChild(
      [] { return errorOf({{"-", "text"}, {"file", "x"}}).empty() ? 0 : 1; });
  CHECK(result.status == 0);
  CHECK(result.output == "text");
  CHECK(TempFolder::list() == Strings{"file"});
}

TEST_CASE("several files are written together", "[output-file]") {
  TempFolder folder;
  fs::create_directory("dir");
  CHECK(errorOf({{"a", "1"}, {"dir/b", "2"}, {"c", "3"}}).empty());
  CHECK(readFile("a") + readFile("dir/b") + readFile("c") == "123");
  CHECK(TempFolder::list() == Strings{"a", "c", "dir"});
}

TEST_CASE("if one of several files fails none is written", "[output-file]") {
  TempFolder folder;
  writeFile("old", "old");
  fs::create_directory("dir");
  for (const char *bad : {"missing/x", "dir"}) {
    CHECK_FALSE(errorOf({{bad, "1"}, {"old", "2"}, {"new", "3"}}).empty());
    CHECK_FALSE(errorOf({{"old", "2"}, {"new", "3"}, {bad, "1"}}).empty());
    CHECK(readFile("old") == "old");
    CHECK(TempFolder::list() == Strings{"dir", "old"});
  }
}

TEST_CASE("a file that its owner made read-only is not replaced",
          "[output-file]") {
  TempFolder folder;
  fs::permissions(".", fs::perms::all);
  writeFile("out", "old");
  fs::permissions("out", fs::perms::owner_read | fs::perms::others_read);
  const ChildResult result = runUnprivileged([] {
    say(errorOf({{"out", "new"}}));
    return 0;
  });
  CHECK(result.status == 0);
  CHECK(llvm::StringRef(result.output)
            .contains_insensitive("'out': permission denied"));
  CHECK(readFile("out") == "old");
  CHECK(TempFolder::list() == Strings{"out"});
}

TEST_CASE("a folder without write permission is an error that names the path",
          "[output-file]") {
  TempFolder folder;
  fs::permissions(".", fs::perms::owner_read | fs::perms::owner_exec |
                           fs::perms::others_read | fs::perms::others_exec);
  const ChildResult result = runUnprivileged([] {
    say(errorOf({{"out", "new"}}));
    return 0;
  });
  fs::permissions(".", fs::perms::owner_all);
  CHECK(llvm::StringRef(result.output)
            .contains_insensitive("'out': permission denied"));
  CHECK(TempFolder::list().empty());
}
