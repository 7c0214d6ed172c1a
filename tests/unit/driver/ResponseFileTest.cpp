// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "driver/ResponseFile.h"

#include "support/Catch.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

Strings tokens(llvm::StringRef text) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> args;
  tokenizeResponseFile(text, saver, args);
  return {args.begin(), args.end()};
}

struct Expansion {
  Strings args;
  Strings files;
  std::string error;
};

Expansion expand(const std::vector<const char *> &given) {
  llvm::BumpPtrAllocator allocator;
  llvm::SmallVector<const char *> args(given.begin(), given.end());
  Expansion result;
  if (llvm::Expected<Strings> files = expandResponseFiles(args, allocator)) {
    result.files = *files;
    result.args.assign(args.begin(), args.end());
  } else {
    result.error = llvm::toString(files.takeError());
  }
  return result;
}

} // namespace

TEST_CASE("rustc writes one argument a line", "[response-file]") {
  CHECK(tokens("--target\nnvptx64-nvidia-cuda\n-o\nk.ptx\n") ==
        Strings{"--target", "nvptx64-nvidia-cuda", "-o", "k.ptx"});
  CHECK(tokens("last line without an end") ==
        Strings{"last", "line", "without", "an", "end"});
  CHECK(tokens("one") == Strings{"one"});
  CHECK(tokens("").empty());
  CHECK(tokens("\n\n").empty());
}

TEST_CASE("rustc escapes blanks and backslashes and nothing else",
          "[response-file]") {
  CHECK(tokens("with\\ blank\n") == Strings{"with blank"});
  CHECK(tokens("back\\\\slash\n") == Strings{"back\\slash"});
  CHECK(tokens("\\\\\\ mixed\n") == Strings{"\\ mixed"});
  CHECK(tokens("C:\\dir\\file\n") == Strings{"C:\\dir\\file"});
  CHECK(tokens("trailing\\\n") == Strings{"trailing\\"});
}

TEST_CASE("quotes inside an argument of rustc are ordinary characters",
          "[response-file]") {
  CHECK(tokens("it's\na\"b\n") == Strings{"it's", "a\"b"});
}

TEST_CASE("line ends of Windows are line ends", "[response-file]") {
  CHECK(tokens("a\r\nb\\ c\r\n") == Strings{"a", "b c"});
  CHECK(tokens("a b\r\n\"c d\"\r\n") == Strings{"a", "b", "c d"});
}

TEST_CASE("in GNU style blanks separate and quotes group", "[response-file]") {
  CHECK(tokens("-o k.ptx a.bc\n") == Strings{"-o", "k.ptx", "a.bc"});
  CHECK(tokens("-L 'a b' \"c d\"\n") == Strings{"-L", "a b", "c d"});
  CHECK(tokens("a\tb\n") == Strings{"a", "b"});
  CHECK(tokens("a \"quote \\\" inside\"") == Strings{"a", "quote \" inside"});
  CHECK(tokens("-o out\\put\n") == Strings{"-o", "output"});
}

TEST_CASE("a quoted argument alone makes the text GNU's", "[response-file]") {
  CHECK(tokens("\"a.bc\"\n-v\n") == Strings{"a.bc", "-v"});
  CHECK(tokens("--output='k.ptx'\n") == Strings{"--output=k.ptx"});
}

TEST_CASE("one line in GNU style decides for the whole text",
          "[response-file]") {
  CHECK(tokens("-o k.ptx\na\\\\b\n") == Strings{"-o", "k.ptx", "a\\b"});
  CHECK(tokens("C:\\dir\n-o k.ptx\n") == Strings{"C:dir", "-o", "k.ptx"});
  CHECK(tokens("C:\\dir\n-o\nk.ptx\n") == Strings{"C:\\dir", "-o", "k.ptx"});
}

TEST_CASE("line ends are marked where LLVM asks for it", "[response-file]") {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *> args;
  tokenizeResponseFile("a\nb\n", saver, args, /*markEnds=*/true);
  REQUIRE(args.size() == 4);
  CHECK(args[1] == nullptr);
  CHECK(args[3] == nullptr);
}

TEST_CASE("a response file is replaced by its arguments in place",
          "[response-file]") {
  TempFolder folder;
  writeFile("args", "b\nc\n");
  const Expansion result = expand({"a", "@args", "d"});
  CHECK(result.args == Strings{"a", "b", "c", "d"});
  CHECK(result.files == Strings{"args"});
}

TEST_CASE("an empty response file stands for nothing", "[response-file]") {
  TempFolder folder;
  writeFile("args", "");
  CHECK(expand({"a", "@args"}).args == Strings{"a"});
}

TEST_CASE("response files nest and every one is listed", "[response-file]") {
  TempFolder folder;
  writeFile("outer", "1\n@inner\n4\n");
  writeFile("inner", "2\n3\n");
  const Expansion result = expand({"@outer", "@inner"});
  CHECK(result.args == Strings{"1", "2", "3", "4", "2", "3"});
  CHECK(result.files == Strings{"outer", "inner", "inner"});
}

TEST_CASE("a response file may have a blank in its name", "[response-file]") {
  TempFolder folder;
  writeFile("the args", "x\n");
  writeFile("outer", "@the\\ args\n");
  CHECK(expand({"@the args"}).args == Strings{"x"});
  CHECK(expand({"@outer"}).args == Strings{"x"});
}

TEST_CASE("a response file that includes itself is an error",
          "[response-file]") {
  TempFolder folder;
  writeFile("self", "@self\n");
  writeFile("a", "@b\n");
  writeFile("b", "@a\n");
  CHECK(contains(expand({"@self"}).error, "self"));
  CHECK_FALSE(expand({"@a"}).error.empty());
}

TEST_CASE("a missing response file is an error that names it",
          "[response-file]") {
  TempFolder folder;
  CHECK(expand({"@missing"}).error == "cannot open response file 'missing'");
  writeFile("outer", "@absent\n");
  CHECK(contains(expand({"@outer"}).error, "'absent'"));
}

TEST_CASE("a folder is no response file", "[response-file]") {
  TempFolder folder;
  std::filesystem::create_directory("dir");
  CHECK(contains(expand({"@dir"}).error, "dir"));
}
