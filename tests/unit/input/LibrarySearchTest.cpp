// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/InputReader.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

std::string find(const std::string &name, const Strings &dirs) {
  return valueOf(findLibrary(name, dirs));
}

std::string errorOf(const std::string &name, const Strings &dirs) {
  return errorText(findLibrary(name, dirs));
}

/// Folders `a` and `b` in the working directory.
struct TwoFolders {
  TempFolder folder;
  TwoFolders() {
    std::filesystem::create_directory("a");
    std::filesystem::create_directory("b");
  }
};

} // namespace

TEST_CASE_METHOD(TwoFolders, "a library is an archive or bitcode",
                 "[library-search]") {
  writeFile("a/libone.a", "");
  writeFile("a/libtwo.bc", "");
  writeFile("a/three.bc", "");
  CHECK(find("one", {"a"}) == "a/libone.a");
  CHECK(find("two", {"a"}) == "a/libtwo.bc");
  CHECK(find("three", {"a"}) == "a/three.bc");
}

TEST_CASE_METHOD(TwoFolders, "an archive comes before bitcode",
                 "[library-search]") {
  writeFile("a/m.bc", "");
  writeFile("a/libm.bc", "");
  CHECK(find("m", {"a"}) == "a/libm.bc");
  writeFile("a/libm.a", "");
  CHECK(find("m", {"a"}) == "a/libm.a");
}

TEST_CASE_METHOD(TwoFolders, "the first folder that has the library wins",
                 "[library-search]") {
  writeFile("b/libm.a", "");
  CHECK(find("m", {"a", "b"}) == "b/libm.a");
  // Whatever kind it is.
  writeFile("a/m.bc", "");
  CHECK(find("m", {"a", "b"}) == "a/m.bc");
  CHECK(find("m", {"b", "a"}) == "b/libm.a");
}

TEST_CASE_METHOD(TwoFolders, "a colon gives the file name itself",
                 "[library-search]") {
  writeFile("b/odd.o", "");
  writeFile("b/libodd.a", "");
  CHECK(find(":odd.o", {"a", "b"}) == "b/odd.o");
  CHECK(contains(errorOf(":odd", {"a", "b"}), "-l:odd"));
}

TEST_CASE_METHOD(TwoFolders, "a folder named like a library is not one",
                 "[library-search]") {
  std::filesystem::create_directory("a/libm.a");
  writeFile("b/libm.a", "");
  CHECK(find("m", {"a", "b"}) == "b/libm.a");
}

TEST_CASE_METHOD(TwoFolders, "search folders need not exist",
                 "[library-search]") {
  writeFile("b/libm.a", "");
  CHECK(find("m", {"missing", "b"}) == "b/libm.a");
}

TEST_CASE_METHOD(TwoFolders, "an error lists names and folders tried",
                 "[library-search]") {
  CHECK(errorOf("m", {"a", "b"}) ==
        "cannot find library -lm: no libm.a, libm.bc, m.bc in a, b");
  CHECK(contains(errorOf("m", {}), "no -L was given"));
}
