// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/Object/ArchiveWriter.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

std::string module(const std::string &symbol) {
  return bitcode(nvptx + "@" + symbol + " = global i32 0\n");
}

struct Reading {
  explicit Reading(const std::string &name, bool wholeArchive = false) {
    Config config;
    config.inputs.push_back({InputArg::Kind::File, name, wholeArchive});
    inputs = readInputs(config, messages.diag);
  }
  Strings names() const {
    Strings result;
    for (const InputFile &file : inputs->files)
      result.push_back(file.name);
    return result;
  }
  Messages messages{/*verbose=*/true};
  std::unique_ptr<Inputs> inputs;
};

/// Writes an archive of files of the working directory.
void archiveFiles(const std::string &name, const Strings &files,
                  llvm::object::Archive::Kind kind, bool thin) {
  std::vector<llvm::NewArchiveMember> members;
  for (const std::string &file : files)
    members.push_back(
        valueOf(llvm::NewArchiveMember::getFile(file, /*Deterministic=*/true)));
  REQUIRE(errorText(llvm::writeArchive(name, members,
                                       llvm::SymtabWritingMode::NoSymtab, kind,
                                       /*Deterministic=*/true, thin)) == "");
}

} // namespace

TEST_CASE("members of an archive wait until they are needed", "[archive]") {
  TempFolder folder;
  writeFile("lib.a", archive({{"a.o", module("a")}, {"b.o", module("b")}}));
  Reading reading("lib.a");
  CHECK(reading.names() == Strings{"lib.a(a.o)", "lib.a(b.o)"});
  for (const InputFile &file : reading.inputs->files)
    CHECK(file.lazy);
}

TEST_CASE("members of a whole archive do not wait", "[archive]") {
  TempFolder folder;
  writeFile("lib.a", archive({{"a.o", module("a")}, {"b.o", module("b")}}));
  Reading reading("lib.a", /*wholeArchive=*/true);
  REQUIRE(reading.inputs->files.size() == 2);
  for (const InputFile &file : reading.inputs->files)
    CHECK_FALSE(file.lazy);
}

TEST_CASE("members of equal names are all there", "[archive]") {
  TempFolder folder;
  writeFile("lib.a", archive({{"m.o", module("a")}, {"m.o", module("b")}}));
  Reading reading("lib.a");
  REQUIRE(reading.names() == Strings{"lib.a(m.o)", "lib.a(m.o)"});
  CHECK(reading.inputs->files[1].modules[0].summary.symbols[0].name == "b");
}

TEST_CASE("a foreign member is skipped and only verbose output says so",
          "[archive]") {
  TempFolder folder;
  writeFile("lib.rlib", archive({{"lib.rmeta", "rust metadata"},
                                 {"empty", ""},
                                 {"a.o", module("a")}}));
  Reading reading("lib.rlib");
  CHECK(reading.names() == Strings{"lib.rlib(a.o)"});
  CHECK_FALSE(reading.messages.diag.hasErrors());
  CHECK(contains(reading.messages.text(), "lib.rlib(lib.rmeta)"));
  for (const Diagnostic &message : reading.messages.all)
    CHECK(message.severity == Severity::Verbose);
}

TEST_CASE("a damaged member is an error that names archive and member",
          "[archive]") {
  TempFolder folder;
  const std::string bytes = module("a");
  writeFile("lib.a", archive({{"cut.o", bytes.substr(0, bytes.size() / 2)},
                              {"good.o", bytes}}));
  Reading reading("lib.a");
  CHECK(reading.messages.diag.errorCount() == 1);
  CHECK(llvm::StringRef(reading.messages.text())
            .starts_with("lib.a(cut.o): cannot read bitcode: "));
  CHECK(reading.names() == Strings{"lib.a(good.o)"});
}

TEST_CASE("archives nest", "[archive]") {
  TempFolder folder;
  const std::string inner = archive({{"a.o", module("a")}});
  writeFile("outer.a", archive({{"inner.a", inner}, {"b.o", module("b")}}));
  Reading reading("outer.a");
  CHECK(reading.names() == Strings{"outer.a(inner.a)(a.o)", "outer.a(b.o)"});
}

TEST_CASE("an empty archive is no error", "[archive]") {
  TempFolder folder;
  writeFile("lib.a", "!<arch>\n");
  Reading reading("lib.a");
  CHECK(reading.messages.text().empty());
  CHECK(reading.inputs->files.empty());
}

TEST_CASE("every format of archive is read", "[archive]") {
  using llvm::object::Archive;
  TempFolder folder;
  const std::string longName = "a-rather-long-member-name.rcgu.o";
  writeFile(longName, module("a"));
  for (Archive::Kind kind :
       {Archive::K_GNU, Archive::K_GNU64, Archive::K_BSD, Archive::K_DARWIN}) {
    CAPTURE(static_cast<int>(kind));
    archiveFiles("lib.a", {longName}, kind, /*thin=*/false);
    CHECK(Reading("lib.a").names() == Strings{"lib.a(" + longName + ")"});
  }
}

TEST_CASE("members of a thin archive are read from their files", "[archive]") {
  TempFolder folder;
  std::filesystem::create_directory("sub");
  writeFile("sub/a.o", module("a"));
  archiveFiles("lib.a", {"sub/a.o"}, llvm::object::Archive::K_GNU,
               /*thin=*/true);
  {
    Reading reading("lib.a");
    CHECK(reading.names() == Strings{"lib.a(a.o)"});
    CHECK(reading.inputs->paths == Strings{"lib.a", "sub/a.o"});
  }
  std::filesystem::remove("sub/a.o");
  Reading reading("lib.a");
  CHECK(reading.messages.diag.errorCount() == 1);
  CHECK(contains(reading.messages.text(), "lib.a"));
  CHECK(contains(reading.messages.text(), "a.o"));
}

TEST_CASE("an archive cut off anywhere never crashes the reader", "[archive]") {
  TempFolder folder;
  const std::string bytes =
      archive({{"a.o", module("a")}, {"a-rather-long-name.o", module("b")}});
  for (size_t size = 0; size < bytes.size(); size += 7) {
    writeFile("lib.a", llvm::StringRef(bytes).take_front(size));
    Reading reading("lib.a");
    CHECK(reading.inputs->files.size() <= 2);
  }
}
