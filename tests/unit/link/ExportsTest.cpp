// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Exports.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;
using llvm::GlobalValue;
using Kind = ModuleSymbol::Kind;

namespace {

using Strings = std::vector<std::string>;

ModuleSymbol symbol(
    llvm::StringRef name, Kind kind = Kind::Function,
    GlobalValue::LinkageTypes linkage = GlobalValue::ExternalLinkage,
    GlobalValue::VisibilityTypes visibility = GlobalValue::DefaultVisibility) {
  ModuleSymbol result;
  result.name = name;
  result.kind = kind;
  result.linkage = linkage;
  result.visibility = visibility;
  return result;
}

/// The exports for a version script \p text.
std::unique_ptr<Exports> scripted(llvm::StringRef text) {
  const TempFolder folder;
  writeFile("script", text);
  Config config;
  config.versionScript = "script";
  Strings paths;
  return valueOf(readExports(config, paths));
}

std::unique_ptr<Exports> unlisted(Unlisted policy) {
  auto exports = std::make_unique<Exports>();
  exports->unlisted = policy;
  return exports;
}

} // namespace

TEST_CASE("names come from the options, then from the files, in order",
          "[exports]") {
  const TempFolder folder;
  writeFile("one", "c\n\n  d  \r\n");
  writeFile("two", "e");
  Config config;
  config.exportSymbols = {"b", "a"};
  config.exportFiles = {"one", "two"};
  Strings paths = {"before"};
  const auto exports = valueOf(readExports(config, paths));
  CHECK(exports->names == Strings{"b", "a", "c", "d", "e"});
  CHECK(paths == Strings{"before", "one", "two"});
  CHECK_FALSE(exports->script);
  CHECK(exports->scriptText.empty());
}

TEST_CASE("a file that cannot be read is an error that names it", "[exports]") {
  const TempFolder folder;
  Config lists;
  lists.exportFiles = {"absent"};
  Strings paths;
  CHECK(contains(errorText(readExports(lists, paths)), "absent"));
  Config script;
  script.versionScript = "nowhere";
  CHECK(contains(errorText(readExports(script, paths)), "nowhere"));
  CHECK(paths.empty());
}

TEST_CASE("a fault in a version script names the file", "[exports]") {
  const TempFolder folder;
  writeFile("script.ver", "{\n a b;\n};");
  Config config;
  config.versionScript = "script.ver";
  Strings paths;
  const std::string error = errorText(readExports(config, paths));
  CHECK(contains(error, "script.ver"));
  CHECK(contains(error, "line 2"));
}

TEST_CASE("the version script is an input of the link", "[exports]") {
  const TempFolder folder;
  writeFile("script", "{ a; };");
  Config config;
  config.versionScript = "script";
  Strings paths;
  const auto exports = valueOf(readExports(config, paths));
  CHECK(paths == Strings{"script"});
  CHECK(exports->scriptText == "{ a; };");
}

TEST_CASE("globs of the command line are read; a malformed one is an error",
          "[exports]") {
  Config config;
  config.exportPatterns = {"a*", "b"};
  Strings paths;
  const auto exports = valueOf(readExports(config, paths));
  CHECK(exports->covers(symbol("ab"), /*isLazy=*/false));
  CHECK(exports->covers(symbol("b"), /*isLazy=*/false));
  CHECK_FALSE(exports->covers(symbol("bb"), /*isLazy=*/false));
  config.exportPatterns = {"["};
  CHECK(errorText(readExports(config, paths)) != "");
}

TEST_CASE("what the script makes global is exported, of any input",
          "[exports]") {
  const auto exports = scripted("{ global: a; local: *; };");
  for (const bool isLazy : {false, true}) {
    CHECK(exports->covers(symbol("a"), isLazy));
    CHECK(exports->covers(symbol("a", Kind::Variable), isLazy));
    CHECK(exports->covers(
        symbol("a", Kind::Function, GlobalValue::WeakODRLinkage), isLazy));
    CHECK_FALSE(exports->covers(symbol("b"), isLazy));
    CHECK_FALSE(exports->covers(symbol("b", Kind::Variable), isLazy));
  }
}

TEST_CASE("what is hidden stays hidden, whatever matches it", "[exports]") {
  const auto exports = scripted("{ global: *; };");
  exports->unlisted = Unlisted::Visible;
  CHECK_FALSE(
      exports->covers(symbol("a", Kind::Function, GlobalValue::ExternalLinkage,
                             GlobalValue::HiddenVisibility),
                      /*isLazy=*/false));
  CHECK(
      exports->covers(symbol("a", Kind::Function, GlobalValue::ExternalLinkage,
                             GlobalValue::ProtectedVisibility),
                      /*isLazy=*/false));
}

TEST_CASE("without a list the target says what is visible", "[exports]") {
  const ModuleSymbol function = symbol("f");
  const ModuleSymbol variable = symbol("v", Kind::Variable);
  const auto hidden = unlisted(Unlisted::Hidden);
  CHECK_FALSE(hidden->covers(function, /*isLazy=*/false));
  CHECK_FALSE(hidden->covers(variable, /*isLazy=*/false));
  const auto variables = unlisted(Unlisted::VariablesVisible);
  CHECK_FALSE(variables->covers(function, /*isLazy=*/false));
  CHECK(variables->covers(variable, /*isLazy=*/false));
  const auto visible = unlisted(Unlisted::Visible);
  CHECK(visible->covers(function, /*isLazy=*/false));
  CHECK(visible->covers(variable, /*isLazy=*/false));
}

TEST_CASE("archive members and inline copies need a list", "[exports]") {
  const auto visible = unlisted(Unlisted::Visible);
  CHECK_FALSE(visible->covers(symbol("f"), /*isLazy=*/true));
  for (const auto linkage :
       {GlobalValue::LinkOnceAnyLinkage, GlobalValue::LinkOnceODRLinkage,
        GlobalValue::WeakODRLinkage})
    CHECK_FALSE(visible->covers(symbol("f", Kind::Function, linkage),
                                /*isLazy=*/false));
  CHECK(
      visible->covers(symbol("f", Kind::Function, GlobalValue::WeakAnyLinkage),
                      /*isLazy=*/false));
}

TEST_CASE("what a script does not mention follows the target", "[exports]") {
  const auto exports = scripted("{ global: a; local: b; };");
  exports->unlisted = Unlisted::Visible;
  CHECK(exports->covers(symbol("c"), /*isLazy=*/false));
  CHECK_FALSE(exports->covers(symbol("b"), /*isLazy=*/false));
  exports->unlisted = Unlisted::Hidden;
  CHECK_FALSE(exports->covers(symbol("c"), /*isLazy=*/false));
}
