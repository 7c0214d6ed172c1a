// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;

namespace {

struct Legalised {
  explicit Legalised(const std::string &ir) : module(parse(context, ir)) {
    const Origins origins;
    nvptx::legalizeNames(*module, DefinitionReport(origins, messages.diag));
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
      {"plain", "plain"},
      {"_x", "_x"},
      {"$x", "$x"},
      {"a$b_1", "a$b_1"},
      {"a.b", "a_$_b"},
      {"a<b>", "a_$_b_$_"},
      {"1a", "_1a"},
      {"_", "__"},
      {"$", "_$"},
      {".str.1", "_$_str_$_1"},
      {"%r1", "_$_r1"},
      {"%tid", "_$_tid"},
      {"$L__BB0_1", "_$L__BB0_1"},
      {"param0", "_param0"},
      {"func_retval0", "_func_retval0"},
      {"prototype_7", "_prototype_7"},
      {"__local_depot0", "___local_depot0"},
      {"WARP_SZ", "_WARP_SZ"},
      {"k_param_0", "k_param_0_"},
      {"a.b_param_12", "a_$_b_param_12_"},
      {"param", "param"},
      {"k_param", "k_param"},
      {"k_param_x", "k_param_x"},
      {"add", "add"},
      {"param0x", "param0x"}};
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

TEST_CASE("a visible name that means something else inside functions is an "
          "error",
          "[nvptx][names]") {
  for (const char *name : {"%tid", "$L__BB0_1", "func_retval0", "WARP_SZ",
                           "__local_depot3", "prototype_0", "param1"}) {
    CAPTURE(name);
    CHECK(contains(Legalised("@\"" + std::string(name) + "\" = global i32 0\n")
                       .messages.text(),
                   "PTX cannot hold a visible symbol of this name: " +
                       std::string(name) + "\n  note: inside functions"));
  }
}

TEST_CASE("a visible name may end like a parameter where none is called so",
          "[nvptx][names]") {
  const std::string kernel =
      "define ptx_kernel void @k(i32 %a, i32 %b) { ret void }\n";
  for (const char *name : {"k_param_2", "l_param_0", "_param_0"}) {
    CAPTURE(name);
    const Legalised result(kernel + "@" + name + " = global i32 0\n");
    CHECK(result.messages.all.empty());
    CHECK(result.onlyVariable() == name);
  }
  for (const char *name : {"k_param_0", "k_param_1"}) {
    CAPTURE(name);
    CHECK(Legalised(kernel + "@" + name + " = global i32 0\n")
              .messages.diag.errorCount() == 1);
  }
}

TEST_CASE("a local name is never that of a parameter, also after changes",
          "[nvptx][names]") {
  const Legalised result(
      "@\"a.b_param_0\" = internal global i32 0\n"
      "@\"a_$_b_param_0\" = internal global i32 1\n"
      "define internal void @\"a.b\"(i32 %x) { ret void }\n");
  for (const llvm::GlobalVariable &variable : result.module->globals()) {
    CHECK(llvm::StringRef(variable.getName()).starts_with("a_$_b_param_0_"));
    CHECK_FALSE(variable.getName() == "a_$_b_param_0");
  }
}
