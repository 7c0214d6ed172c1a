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
  CHECK(exports->covers(symbol("ab"), Unlisted::Hidden, /*isLazy=*/false));
  CHECK(exports->covers(symbol("b"), Unlisted::Hidden, /*isLazy=*/false));
  CHECK_FALSE(
      exports->covers(symbol("bb"), Unlisted::Hidden, /*isLazy=*/false));
  config.exportPatterns = {"["};
  CHECK(errorText(readExports(config, paths)) != "");
}

TEST_CASE("what the script makes global is exported, of any input",
          "[exports]") {
  const auto exports = scripted("{ global: a; local: *; };");
  for (const bool isLazy : {false, true}) {
    CHECK(exports->covers(symbol("a"), Unlisted::Hidden, isLazy));
    CHECK(
        exports->covers(symbol("a", Kind::Variable), Unlisted::Hidden, isLazy));
    CHECK(exports->covers(
        symbol("a", Kind::Function, GlobalValue::WeakODRLinkage),
        Unlisted::Hidden, isLazy));
    CHECK_FALSE(exports->covers(symbol("b"), Unlisted::Hidden, isLazy));
    CHECK_FALSE(
        exports->covers(symbol("b", Kind::Variable), Unlisted::Hidden, isLazy));
  }
}

TEST_CASE("without a list the target says what is visible", "[exports]") {
  const Exports none;
  const ModuleSymbol function = symbol("f");
  const ModuleSymbol variable = symbol("v", Kind::Variable);
  auto isCovered = [&](const ModuleSymbol &symbol, Unlisted policy) {
    return none.covers(symbol, policy, /*isLazy=*/false);
  };
  CHECK_FALSE(isCovered(function, Unlisted::Hidden));
  CHECK_FALSE(isCovered(variable, Unlisted::Hidden));
  CHECK_FALSE(isCovered(function, Unlisted::VariablesVisible));
  CHECK(isCovered(variable, Unlisted::VariablesVisible));
  CHECK(isCovered(function, Unlisted::Visible));
  CHECK(isCovered(variable, Unlisted::Visible));
}

TEST_CASE("archive members and inline copies need a list, explicit "
          "instantiations do not",
          "[exports]") {
  const Exports none;
  auto isCovered = [&](GlobalValue::LinkageTypes linkage, bool isLazy) {
    return none.covers(symbol("f", Kind::Function, linkage), Unlisted::Visible,
                       isLazy);
  };
  CHECK_FALSE(isCovered(GlobalValue::ExternalLinkage, /*isLazy=*/true));
  CHECK_FALSE(isCovered(GlobalValue::LinkOnceAnyLinkage, /*isLazy=*/false));
  CHECK_FALSE(isCovered(GlobalValue::LinkOnceODRLinkage, /*isLazy=*/false));
  CHECK(isCovered(GlobalValue::WeakAnyLinkage, /*isLazy=*/false));
  CHECK(isCovered(GlobalValue::WeakODRLinkage, /*isLazy=*/false));
}

TEST_CASE("what a script does not mention follows the target", "[exports]") {
  const auto exports = scripted("{ global: a; local: b; };");
  CHECK(exports->covers(symbol("c"), Unlisted::Visible, /*isLazy=*/false));
  CHECK_FALSE(
      exports->covers(symbol("b"), Unlisted::Visible, /*isLazy=*/false));
  CHECK_FALSE(exports->covers(symbol("c"), Unlisted::Hidden, /*isLazy=*/false));
}
