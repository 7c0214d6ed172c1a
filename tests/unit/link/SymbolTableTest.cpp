// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/SymbolTable.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;
using llvm::GlobalValue;

namespace {

/// What one module may say about the name `x`.
struct Kind {
  const char *name;
  const char *ir;
  bool lazy = false; ///< The module is an archive member.
};

const Kind kinds[] = {
    {"strong", "@x = global i32 1"},
    {"weak", "@x = weak global i32 1"},
    {"linkonce", "@x = linkonce_odr global i32 1"},
    {"common", "@x = common global i32 0"},
    {"comdat", "$x = comdat any\n@x = global i32 1, comdat"},
    {"available_externally", "@x = available_externally global i32 1"},
    {"undefined", "@x = external global i32"},
    {"extern_weak", "@x = extern_weak global i32"},
    {"internal", "@x = internal global i32 1"},
    {"lazy strong", "@x = global i32 1", true},
    {"lazy weak", "@x = weak global i32 1", true}};

constexpr size_t kindCount = std::size(kinds);

/// The outcome of a module that says kinds[row] followed by one that says
/// kinds[column], a character for each column:
///   1 2  the first, the second prevails
///   D    both are strong: reported, the first prevails
///   X    the archive member must join
///   L    the name is known from an archive member that need not join
///   U    the name is known and has no definition
///   -    the table has no such name
const char *const outcomes[kindCount] = {
    /*                       s w l c m a u e i s w  */
    /* strong               */ "D111D111111",
    /* weak                 */ "21122111111",
    /* linkonce             */ "21122111111",
    /* common               */ "21112111111",
    /* comdat               */ "D1111111111",
    /* available_externally */ "22222UUUUXX",
    /* undefined            */ "22222UUUUXX",
    /* extern_weak          */ "22222UUUULL",
    /* internal             */ "22222UUU-LL",
    /* lazy strong          */ "22222XXLLLL",
    /* lazy weak            */ "22222XXLLLL"};

/// What \p module extracts.
std::vector<InputFile *> join(SymbolTable &table, InputModule &module) {
  std::vector<InputFile *> extracted;
  for (unsigned index : table.addDefinitions(module))
    if (InputFile *file = table.addReference({&module, index}))
      extracted.push_back(file);
  return extracted;
}

/// What happens to `x` when \p first and then \p second enter a table.
char outcomeOf(const Kind &first, const Kind &second) {
  ScannedModule modules[] = {ScannedModule(first.ir, "first.o"),
                             ScannedModule(second.ir, "second.o")};
  const bool isLazy[] = {first.lazy, second.lazy};
  SymbolTable table;
  bool extracts = false;
  for (unsigned i = 0; i != 2; ++i) {
    if (isLazy[i])
      extracts |= table.addLazy(modules[i].get());
    else
      extracts |= !join(table, modules[i].get()).empty();
  }
  if (!table.duplicates().empty()) {
    CHECK(table.duplicates().size() == 1);
    CHECK(table.duplicates()[0].name == "x");
    CHECK(table.duplicates()[0].first == &modules[0].get());
    CHECK(table.duplicates()[0].second == &modules[1].get());
    CHECK(table.find("x")->definition.module == &modules[0].get());
    return 'D';
  }
  const Symbol *symbol = table.find("x");
  if (!symbol)
    return '-';
  if (extracts)
    return 'X';
  switch (symbol->state) {
  case Symbol::State::Undefined:
    return 'U';
  case Symbol::State::Lazy:
    return 'L';
  case Symbol::State::Defined:
    break;
  }
  return symbol->definition.module == &modules[0].get() ? '1' : '2';
}

} // namespace

TEST_CASE("each pair of modules that name the same symbol has its outcome",
          "[symbol-table]") {
  for (size_t row = 0; row != kindCount; ++row) {
    for (size_t column = 0; column != kindCount; ++column) {
      INFO(kinds[row].name << ", then " << kinds[column].name);
      CHECK(outcomeOf(kinds[row], kinds[column]) == outcomes[row][column]);
    }
  }
}

TEST_CASE("every weak linkage gives way to a strong definition",
          "[symbol-table]") {
  for (const char *linkage : {"weak", "weak_odr", "linkonce", "linkonce_odr"}) {
    ScannedModule weak("@x = " + std::string(linkage) + " global i32 1");
    ScannedModule strong("@x = global i32 2");
    for (bool strongFirst : {false, true}) {
      SymbolTable table;
      join(table, strongFirst ? strong.get() : weak.get());
      join(table, strongFirst ? weak.get() : strong.get());
      CHECK(table.find("x")->definition.module == &strong.get());
      CHECK(table.duplicates().empty());
    }
  }
}

TEST_CASE("tentative definitions have the largest size and alignment together",
          "[symbol-table]") {
  ScannedModule aligned("@x = common global i32 0, align 64");
  ScannedModule large("@x = common global [10 x i32] zeroinitializer, align 4");
  ScannedModule strong("@x = global i32 1");
  SymbolTable table;
  join(table, aligned.get());
  join(table, large.get());
  CHECK(table.find("x")->definition.module == &large.get());
  CHECK(table.find("x")->commonSize == 40);
  CHECK(table.find("x")->commonAlign == 64);
  join(table, strong.get());
  CHECK(table.find("x")->definition.module == &strong.get());
}

TEST_CASE("hidden in one input, even in a reference, hides a symbol",
          "[symbol-table]") {
  ScannedModule definition("@x = global i32 1\n@y = protected global i32 1\n"
                           "@z = global i32 1");
  ScannedModule references("@x = external hidden global i32\n"
                           "@y = external global i32\n"
                           "@z = external protected global i32");
  for (const bool reversed : {false, true}) {
    SymbolTable table;
    join(table, reversed ? references.get() : definition.get());
    join(table, reversed ? definition.get() : references.get());
    CHECK(table.find("x")->visibility == GlobalValue::HiddenVisibility);
    CHECK(table.find("y")->visibility == GlobalValue::ProtectedVisibility);
    CHECK(table.find("z")->visibility == GlobalValue::ProtectedVisibility);
  }
}

TEST_CASE("a comdat comes whole from the first module that has it",
          "[symbol-table]") {
  ScannedModule first("$g = comdat any\n"
                      "@a = linkonce_odr global i32 1, comdat($g)");
  ScannedModule second("$g = comdat any\n"
                       "@a = global i32 2, comdat($g)\n"
                       "@b = global i32 3, comdat($g)\n"
                       "@c = global i32 4");
  SymbolTable table;
  join(table, first.get());
  join(table, second.get());
  // Not even a strong definition of a group that lost prevails.
  CHECK(table.find("a")->definition.module == &first.get());
  CHECK_FALSE(table.find("b")->isDefined());
  CHECK(table.find("c")->isDefined());
  CHECK(table.duplicates().empty());
}

TEST_CASE("what a lost comdat held is needed from elsewhere",
          "[symbol-table]") {
  ScannedModule first("$g = comdat any\n@a = global i32 1, comdat($g)");
  ScannedModule second("$g = comdat any\n@b = global i32 3, comdat($g)");
  ScannedModule member("@b = global i32 5");
  SymbolTable table;
  join(table, first.get());
  join(table, second.get());
  CHECK(table.addLazy(member.get()));
}

TEST_CASE("a comdat that must not occur twice is reported with both modules",
          "[symbol-table]") {
  const char *ir = "$g = comdat nodeduplicate\n@g = global i32 1, comdat";
  ScannedModule first(ir);
  ScannedModule second(ir);
  SymbolTable table;
  join(table, first.get());
  join(table, second.get());
  REQUIRE(table.duplicates().size() == 1);
  CHECK(table.duplicates()[0].name == "g");
  CHECK(table.duplicates()[0].first == &first.get());
  CHECK(table.duplicates()[0].second == &second.get());
}

TEST_CASE("two members of one comdat in one module are no duplicates",
          "[symbol-table]") {
  ScannedModule module("$g = comdat nodeduplicate\n"
                       "@g = global i32 1, comdat\n"
                       "@h = global i32 1, comdat($g)");
  SymbolTable table;
  join(table, module.get());
  CHECK(table.duplicates().empty());
  CHECK(table.find("g")->isDefined());
  CHECK(table.find("h")->isDefined());
}

TEST_CASE("a third strong definition is reported too", "[symbol-table]") {
  ScannedModule a("@x = global i32 1");
  ScannedModule b("@x = global i32 2");
  ScannedModule c("@x = global i32 3");
  SymbolTable table;
  for (ScannedModule *module : {&a, &b, &c})
    join(table, module->get());
  REQUIRE(table.duplicates().size() == 2);
  CHECK(table.duplicates()[1].first == &a.get());
  CHECK(table.duplicates()[1].second == &c.get());
}

TEST_CASE("functions and aliases follow the rules of variables",
          "[symbol-table]") {
  ScannedModule weak("define weak void @x() { ret void }");
  ScannedModule alias("define internal void @f() { ret void }\n"
                      "@x = alias void (), ptr @f");
  ScannedModule strong("define void @x() { ret void }");
  SymbolTable table;
  join(table, weak.get());
  join(table, alias.get());
  CHECK(table.find("x")->definition.module == &alias.get());
  CHECK(table.find("x")->definition->kind == ModuleSymbol::Kind::Alias);
  join(table, strong.get());
  CHECK(table.duplicates().size() == 1);
}

TEST_CASE("the first archive member that defines a name is the one to extract",
          "[symbol-table]") {
  ScannedModule first("@x = global i32 1", "first.o");
  ScannedModule second("@x = global i32 2", "second.o");
  ScannedModule user("@x = external global i32\n@y = external global i32");
  SymbolTable table;
  CHECK_FALSE(table.addLazy(first.get()));
  CHECK_FALSE(table.addLazy(second.get()));
  const std::vector<InputFile *> files = join(table, user.get());
  REQUIRE(files.size() == 1);
  CHECK(files[0]->name == "first.o");
}

TEST_CASE("a need from outside extracts now or later", "[symbol-table]") {
  ScannedModule member("@x = global i32 1\n@y = global i32 1", "member.o");
  SymbolTable table;
  CHECK(table.require("x") == nullptr);
  CHECK(table.addLazy(member.get()));
  InputFile *file = table.require("y");
  REQUIRE(file);
  CHECK(file->name == "member.o");
  CHECK(table.find("z") == nullptr);
}

TEST_CASE("an address is as significant as the strictest module says",
          "[symbol-table]") {
  using UnnamedAddr = llvm::GlobalValue::UnnamedAddr;
  ScannedModule definition("@x = unnamed_addr global i32 1");
  ScannedModule local("@x = external local_unnamed_addr global i32");
  ScannedModule strict("@x = external global i32");
  SymbolTable table;
  join(table, definition.get());
  CHECK(table.find("x")->unnamedAddr == UnnamedAddr::Global);
  join(table, local.get());
  CHECK(table.find("x")->unnamedAddr == UnnamedAddr::Local);
  join(table, strict.get());
  CHECK(table.find("x")->unnamedAddr == UnnamedAddr::None);
}
