// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/VersionScript.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Match = VersionScript::Match;

/// What \p text says of \p symbol.
Match match(llvm::StringRef text, llvm::StringRef symbol) {
  return valueOf(VersionScript::parse(text)).match(symbol);
}

std::string errorIn(llvm::StringRef text) {
  return errorText(VersionScript::parse(text));
}

} // namespace

TEST_CASE("a script says which names are global and which local",
          "[version-script]") {
  const char *const script = "{ global: a; b; local: c; };";
  CHECK(match(script, "a") == Match::Global);
  CHECK(match(script, "b") == Match::Global);
  CHECK(match(script, "c") == Match::Local);
  CHECK(match(script, "d") == Match::None);
  CHECK(match(script, "aa") == Match::None);
}

TEST_CASE("names before any mark are global", "[version-script]") {
  CHECK(match("{ a; local: *; };", "a") == Match::Global);
  CHECK(match("{ a; local: *; };", "b") == Match::Local);
}

TEST_CASE("marks may alternate, and their colon may stand apart",
          "[version-script]") {
  const char *const script =
      "{ local: x; global : a; local :y; global:\n b; };";
  CHECK(match(script, "x") == Match::Local);
  CHECK(match(script, "a") == Match::Global);
  CHECK(match(script, "y") == Match::Local);
  CHECK(match(script, "b") == Match::Global);
}

TEST_CASE("the words global and local can be names", "[version-script]") {
  const char *const script = "{ global: global; local; local: *; };";
  CHECK(match(script, "global") == Match::Global);
  CHECK(match(script, "local") == Match::Global);
  CHECK(match(script, "x") == Match::Local);
}

TEST_CASE("globs have stars, question marks and sets", "[version-script]") {
  const char *const script = "{ global: k*; v?; [xy]z; };";
  CHECK(match(script, "k") == Match::Global);
  CHECK(match(script, "kernel") == Match::Global);
  CHECK(match(script, "v1") == Match::Global);
  CHECK(match(script, "v") == Match::None);
  CHECK(match(script, "xz") == Match::Global);
  CHECK(match(script, "zz") == Match::None);
  CHECK(match(script, "ak") == Match::None);
}

TEST_CASE("a name beats a glob and a glob beats a lone star",
          "[version-script]") {
  CHECK(match("{ global: *; local: a; };", "a") == Match::Local);
  CHECK(match("{ global: a; local: a*; };", "a") == Match::Global);
  CHECK(match("{ global: *; local: a*; };", "ab") == Match::Local);
  CHECK(match("{ global: a*; local: *; };", "ab") == Match::Global);
  CHECK(match("{ global: *; local: a*; };", "b") == Match::Global);
}

TEST_CASE("a star in one version does not hide another's names",
          "[version-script]") {
  const char *const script = "V1 { global: a; local: *; };\n"
                             "V2 { global: b; c*; } V1;\n";
  CHECK(match(script, "a") == Match::Global);
  CHECK(match(script, "b") == Match::Global);
  CHECK(match(script, "cd") == Match::Global);
  CHECK(match(script, "d") == Match::Local);
}

TEST_CASE("a version has a name, and one that it inherits from",
          "[version-script]") {
  const VersionScript script =
      valueOf(VersionScript::parse("V1.2 { a; }; V3 { b; } V1.2;"));
  REQUIRE(script.versions().size() == 2);
  CHECK(script.versions()[0].name == "V1.2");
  CHECK(script.versions()[0].parent == "");
  CHECK(script.versions()[1].parent == "V1.2");
  CHECK(script.versionOf("b") == &script.versions()[1]);
  CHECK(script.versionOf("c") == nullptr);
  CHECK(valueOf(VersionScript::parse("{ a; };")).versions()[0].name == "");
  CHECK(valueOf(VersionScript::parse("")).versions().empty());
}

TEST_CASE("an empty script says nothing", "[version-script]") {
  for (const char *text : {"", " \n\t", "/* nothing */", "# nothing", "{ };",
                           "{ global: };", "{};"})
    CHECK(match(text, "a") == Match::None);
}

TEST_CASE("comments may stand anywhere", "[version-script]") {
  const char *const script = "# {\n"
                             "/* { global: x; */ { /* } */ global: # b;\n"
                             "  a /**/ ; /* c; */ local: *; };\n"
                             "# at the end without a line end";
  CHECK(match(script, "a") == Match::Global);
  CHECK(match(script, "b") == Match::Local);
  CHECK(match(script, "c") == Match::Local);
  CHECK(match(script, "x") == Match::Local);
}

TEST_CASE("names may be quoted", "[version-script]") {
  const char *const script = R"({ global: "a"; "with space"; "x;y"; };)";
  CHECK(match(script, "a") == Match::Global);
  CHECK(match(script, "with space") == Match::Global);
  CHECK(match(script, "x;y") == Match::Global);
  CHECK(match(script, "with") == Match::None);
}

TEST_CASE("line ends of every system separate", "[version-script]") {
  CHECK(match("{\r\n\tglobal:\r\n\t\ta;\r\n\tlocal:\r\n\t\t*;\r\n};\r\n",
              "a") == Match::Global);
}

TEST_CASE("the last name of a list needs no semicolon", "[version-script]") {
  CHECK(match("{ global: a; local: * };", "b") == Match::Local);
  CHECK(match("{ global: extern \"C++\" { f() }; };", "x") == Match::None);
}

TEST_CASE("C++ names are compared demangled", "[version-script]") {
  const char *const script = "{ global: extern \"C++\" { \"ns::f(int)\"; "
                             "in::*; plain; }; local: *; };";
  CHECK(match(script, "_ZN2ns1fEi") == Match::Global);
  CHECK(match(script, "_ZN2ns1fEl") == Match::Local);
  CHECK(match(script, "_ZN2in1gEv") == Match::Global);
  CHECK(match(script, "_ZN2in1vE") == Match::Global);
  CHECK(match(script, "_ZN5other1gEv") == Match::Local);
  CHECK(match(script, "plain") == Match::Global);
}

TEST_CASE("quotes within C++ names make a pattern exact", "[version-script]") {
  const char *const script = "{ extern \"C++\" { \"ns::*\"; }; };";
  CHECK(match(script, "_ZN2ns1fEi") == Match::None);
}

TEST_CASE("C names are compared as they are", "[version-script]") {
  const char *const script = "{ extern \"C\" { _ZN2ns1fEi; g; }; local: *; };";
  CHECK(match(script, "_ZN2ns1fEi") == Match::Global);
  CHECK(match(script, "g") == Match::Global);
  CHECK(match(script, "_ZN2ns1gEi") == Match::Local);
}

TEST_CASE("a name with colons is one name", "[version-script]") {
  const char *const script = "{ global: a::b; local: *; };";
  CHECK(match(script, "a::b") == Match::Global);
  CHECK(match(script, "a") == Match::Local);
}

TEST_CASE("a fault says what and in which line", "[version-script]") {
  CHECK(contains(errorIn("{\n global: a;\n"), "line 3: '}' is missing"));
  CHECK(contains(errorIn("{ global: a b; };"),
                 "line 1: expected ';' before 'b'"));
  CHECK(contains(errorIn("{\n\n a;\n}"), "line 4: expected ';'"));
  CHECK(contains(errorIn("\nV1\nV2 { a; };"),
                 "line 3: expected '{' before 'V2'"));
  CHECK(contains(errorIn(";"), "line 1: expected '{'"));
  CHECK(contains(errorIn("}"), "line 1: expected '{'"));
  CHECK(contains(errorIn("{ extern \"D\" { a; }; };"),
                 "line 1: unknown language \"D\""));
  CHECK(contains(errorIn("{ extern C++ { a; }; };"), "unknown language"));
  CHECK(contains(errorIn("{ a;\n[b; };"), "line 2: "));
  CHECK(contains(errorIn("{ a;\n[b; };"), "unmatched '['"));
  CHECK(contains(errorIn("{ extern \"C++\" { a;"), "'}' is missing"));
  CHECK(contains(errorIn("{ extern \"C++\" { a; } };"), "expected ';'"));
}

TEST_CASE("a script that is cut anywhere is read or reported",
          "[version-script]") {
  const std::string script =
      "V { global: a; extern \"C++\" { \"b\"; c*; }; /* d */ local: *; } W; #";
  for (size_t size = 0; size <= script.size(); ++size) {
    const llvm::StringRef cut = llvm::StringRef(script).take_front(size);
    if (auto parsed = VersionScript::parse(cut))
      parsed->match("a");
    else
      CHECK(contains(llvm::toString(parsed.takeError()), "line 1: "));
  }
}

TEST_CASE("patterns can be added one by one", "[version-script]") {
  SymbolPatterns patterns;
  CHECK_FALSE(patterns.matches("a"));
  CHECK(errorText(patterns.add("a*", /*isExact=*/true, false)) == "");
  CHECK_FALSE(patterns.matches("ab"));
  CHECK(patterns.matches("a*"));
  CHECK(errorText(patterns.add("b*", /*isExact=*/false, false)) == "");
  CHECK(patterns.matchesGlob("bc"));
  CHECK_FALSE(patterns.matchesName("bc"));
  CHECK_FALSE(patterns.matchesAll());
  CHECK(errorText(patterns.add("*", /*isExact=*/false, false)) == "");
  CHECK(patterns.matchesAll());
  CHECK_FALSE(patterns.matchesGlob("zzz"));
  CHECK(patterns.matches("zzz"));
  CHECK(errorText(patterns.add("[", /*isExact=*/false, false)) != "");
}
