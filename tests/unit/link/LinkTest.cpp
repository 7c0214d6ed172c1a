// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline as a whole, called as a library.

#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string kernel = nvptx + "define ptx_kernel void @k(ptr %p) {\n"
                                   "  store i32 42, ptr %p\n  ret void\n}\n";

Config configFor(const std::string &ir) {
  writeFile("in.bc", bitcode(ir));
  Config config;
  config.inputs.push_back({InputArg::Kind::File, "in.bc", false});
  config.output = "out.ptx";
  config.optLevel = OptLevel::O3;
  return config;
}

/// Links and returns what was said; a link that fails says something.
std::string linked(const Config &config) {
  Messages messages;
  LinkResult result = link(config, messages.diag);
  CHECK(result.succeeded != messages.diag.hasErrors());
  REQUIRE(errorText(writeFiles(config, std::move(result))) == "");
  return messages.text();
}

} // namespace

TEST_CASE("a link writes its output and says nothing", "[link]") {
  TempFolder folder;
  Messages messages;
  REQUIRE(linked(configFor(kernel)) == "");
  CHECK(messages.text().empty());
  CHECK(TempFolder::list() == std::vector<std::string>{"in.bc", "out.ptx"});
  CHECK(contains(readFile("out.ptx"), ".visible .entry k("));
}

TEST_CASE("links of one process do not depend on each other", "[link]") {
  TempFolder folder;
  Config config = configFor(kernel);
  std::string first;
  for (unsigned i = 0; i != 3; ++i) {
    Messages messages;
    Config failing = config;
    failing.targetCpu = "sm_1";
    CHECK_FALSE(link(failing, messages.diag).succeeded);
    REQUIRE(linked(config) == "");
    if (first.empty())
      first = readFile("out.ptx");
    CHECK(readFile("out.ptx") == first);
  }
}

TEST_CASE("a failed link leaves no file", "[link]") {
  TempFolder folder;
  Messages messages;
  CHECK_FALSE(link(configFor(nvptx + "declare void @missing()\n"
                                     "define ptx_kernel void @k() {\n"
                                     "  call void @missing()\n  ret void\n}\n"),
                   messages.diag)
                  .succeeded);
  CHECK(messages.diag.errorCount() == 1);
  CHECK(contains(messages.text(), "undefined symbol: missing"));
  CHECK(TempFolder::list() == std::vector<std::string>{"in.bc"});
}

TEST_CASE("a failed link leaves an older output alone", "[link]") {
  TempFolder folder;
  Config config = configFor(kernel);
  config.targetCpu = "sm_1";
  writeFile("out.ptx", "older");
  Messages messages;
  CHECK_FALSE(link(config, messages.diag).succeeded);
  CHECK(readFile("out.ptx") == "older");
}

TEST_CASE("an alias of a variable that only code uses is no error", "[link]") {
  TempFolder folder;
  Messages messages;
  CHECK(link(configFor(nvptx + R"(
@v = addrspace(1) global i32 7
@a = alias i32, ptr addrspace(1) @v
define ptx_kernel void @k(ptr %p) {
  %x = load i32, ptr addrspace(1) @a
  store i32 %x, ptr %p
  ret void
}
)"),
             messages.diag)
            .succeeded);
  CHECK(messages.text().empty());
}

TEST_CASE("inputs without a kernel or an export are an error", "[link]") {
  TempFolder folder;
  Messages messages;
  writeFile("lib.a", archive({{"f.o", bitcode(nvptx + "define void @f() { "
                                                      "ret void }\n")}}));
  Config config;
  config.inputs.push_back({InputArg::Kind::File, "lib.a", false});
  config.output = "out.ptx";
  CHECK_FALSE(link(config, messages.diag).succeeded);
  CHECK(TempFolder::list() == std::vector<std::string>{"lib.a"});
}

TEST_CASE("a bad option for LLVM is an error", "[link]") {
  TempFolder folder;
  Config config = configFor(kernel);
  config.llvmArgs = {"-no-such-option-of-llvm"};
  Messages messages;
  CHECK_FALSE(link(config, messages.diag).succeeded);
  CHECK(contains(messages.text(), "no-such-option-of-llvm"));
}

TEST_CASE("an export list that cannot be read is an error that names it",
          "[link]") {
  TempFolder folder;
  Config config = configFor(kernel);
  config.exportFiles = {"no-such-list"};
  Messages messages;
  CHECK_FALSE(link(config, messages.diag).succeeded);
  CHECK(contains(messages.text(), "no-such-list"));
}

TEST_CASE("an export list has a name on each line", "[link]") {
  TempFolder folder;
  Config config = configFor(kernel + "define void @f() { ret void }\n"
                                     "define void @g() { ret void }\n"
                                     "define void @h() { ret void }\n");
  writeFile("list", "f\r\n\n  g  \n");
  config.exportFiles = {"list"};
  Messages messages;
  REQUIRE(linked(config) == "");
  const std::string text = readFile("out.ptx");
  CHECK(contains(text, ".visible .func f("));
  CHECK(contains(text, ".visible .func g("));
  CHECK_FALSE(contains(text, " h("));
}
