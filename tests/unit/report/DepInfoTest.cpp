// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/DepInfo.h"

#include "support/Catch.h"

using namespace llbc;

TEST_CASE("the output depends on each input once", "[dep-info]") {
  CHECK(makeDepInfo("k.ptx", {"a.bc", "b.a", "a.bc"}) ==
        "k.ptx: \\\n  a.bc \\\n  b.a\n\na.bc:\n\nb.a:\n");
}

TEST_CASE("a rule without inputs is still a rule", "[dep-info]") {
  CHECK(makeDepInfo("k.ptx", {}) == "k.ptx:\n");
}

TEST_CASE("what make would interpret in a name is escaped", "[dep-info]") {
  CHECK(makeDepInfo("a b", {}) == "a\\ b:\n");
  CHECK(makeDepInfo("a\tb", {}) == "a\\\tb:\n");
  CHECK(makeDepInfo("a#b", {}) == "a\\#b:\n");
  CHECK(makeDepInfo("a$b", {}) == "a$$b:\n");
  CHECK(makeDepInfo("k", {"d r/$x #1.bc"}) ==
        "k: \\\n  d\\ r/$$x\\ \\#1.bc\n\nd\\ r/$$x\\ \\#1.bc:\n");
}

TEST_CASE("a backslash before an escaped character is doubled", "[dep-info]") {
  // GNU make halves the backslashes that precede a blank, and only those.
  CHECK(makeDepInfo("a\\ b", {}) == "a\\\\\\ b:\n");
  CHECK(makeDepInfo("a\\b", {}) == "a\\b:\n");
}
