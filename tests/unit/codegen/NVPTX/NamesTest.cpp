// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;

namespace {

struct Legalised {
  explicit Legalised(const std::string &ir) : module(parse(context, ir)) {
    nvptx::legalizeNames(*module, messages.diag);
  }
  std::string onlyVariable() const {
    return module->globals().begin()->getName().str();
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  Messages messages;
};

} // namespace

TEST_CASE("a local name becomes a PTX identifier", "[nvptx][names]") {
  const std::pair<const char *, const char *> rows[] = {
      {"plain", "plain"},      {"_x", "_x"},     {"$x", "$x"},
      {"a$b_1", "a$b_1"},      {"a.b", "a_$_b"}, {"a<b>", "a_$_b_$_"},
      {"1a", "_1a"},           {"_", "__"},      {"$", "_$"},
      {".str.1", "_$_str_$_1"}};
  for (const auto &[name, expected] : rows) {
    CAPTURE(name);
    const Legalised result("@\"" + std::string(name) +
                           "\" = internal global i32 0\n");
    CHECK(result.onlyVariable() == expected);
    CHECK(result.messages.all.empty());
  }
}

TEST_CASE("two local names that become equal stay apart", "[nvptx][names]") {
  const Legalised result("@\"a.b\" = internal global i32 1\n"
                         "@\"a-b\" = internal global i32 2\n"
                         "define internal void @f() { ret void }\n");
  std::vector<std::string> names;
  for (const llvm::GlobalVariable &variable : result.module->globals())
    names.push_back(variable.getName().str());
  REQUIRE(names.size() == 2);
  CHECK(names[0] != names[1]);
}

TEST_CASE("a visible name that is no PTX identifier is an error",
          "[nvptx][names]") {
  const Legalised result("@\"a.b\" = global i32 0\n");
  CHECK(contains(result.messages.text(),
                 "PTX cannot hold a visible symbol of this name: a.b"));
  CHECK(result.messages.diag.errorCount() == 1);
}

TEST_CASE("names that PTX allows and those of LLVM itself are left alone",
          "[nvptx][names]") {
  const Legalised result("define void @_ZN1aE$1() {\n"
                         "  call void @llvm.trap()\n  ret void\n}\n"
                         "declare void @llvm.trap()\n"
                         "declare void @\"never used\"()\n");
  CHECK(result.messages.all.empty());
  CHECK(result.module->getFunction("_ZN1aE$1"));
}
