// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string layout =
    "target datalayout = \"e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-"
    "n16:32:64\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n";

/// What is said of `@p`, which begins with \p type and \p value.
std::string check(const std::string &type, const std::string &value) {
  llvm::LLVMContext context;
  const auto module =
      parse(context, layout + "@p = global " + type + " " + value +
                         "\n@a = internal global [4 x i32] zeroinitializer\n"
                         "@g = internal addrspace(1) global i32 1\n"
                         "@s = internal addrspace(3) global i32 poison\n"
                         "@c = internal addrspace(4) constant i32 1\n"
                         "define void @f() {\n  br label %b\nb:\n"
                         "  ret void\n}\n");
  Messages messages;
  const Origins origins;
  nvptx::checkInitializers(*module, DefinitionReport(origins, messages.diag));
  return messages.text();
}

/// `@v`, which begins with \p type and \p value, as an array of bytes.
std::string flatten(const std::string &type, const std::string &value,
                    std::string *messageText = nullptr) {
  llvm::LLVMContext context;
  const auto module = parse(context, layout + "@v = internal constant " + type +
                                         " " + value + ", align 16\n" +
                                         "@a = internal global i32 1\n"
                                         "define ptr @f() { ret ptr @v }\n");
  Messages messages;
  const Origins origins;
  nvptx::flattenOddInitializers(*module,
                                DefinitionReport(origins, messages.diag));
  if (messageText)
    *messageText = messages.text();
  CHECK(contains(print(*module), "ret ptr @v"));
  const llvm::GlobalVariable *variable = module->getNamedGlobal("v");
  REQUIRE(variable);
  CHECK(variable->getAlign() == llvm::Align(16));
  std::string text;
  llvm::raw_string_ostream os(text);
  variable->getInitializer()->print(os);
  return text;
}

} // namespace

TEST_CASE("addresses of functions and memory with offsets are initial values",
          "[nvptx][initializers]") {
  const std::pair<const char *, const char *> rows[] = {
      {"ptr", "@a"},
      {"ptr", "@f"},
      {"ptr", "getelementptr (i8, ptr @a, i64 8)"},
      {"ptr", "addrspacecast (ptr addrspace(1) @g to ptr)"},
      {"ptr", "addrspacecast (ptr addrspace(4) @c to ptr)"},
      {"ptr addrspace(1)", "@g"},
      {"ptr addrspace(4)", "@c"},
      {"ptr addrspace(1)", "addrspacecast (ptr @a to ptr addrspace(1))"},
      {"i64", "ptrtoint (ptr @a to i64)"},
      {"i128", "ptrtoint (ptr @a to i128)"},
      {"i64", "add (i64 ptrtoint (ptr @a to i64), i64 4)"},
      {"ptr", "inttoptr (i64 add (i64 ptrtoint (ptr @a to i64), i64 1) to "
              "ptr)"},
      {"{ i8, [2 x ptr] }", "{ i8 1, [2 x ptr] [ptr @f, ptr null] }"}};
  for (const auto &[type, value] : rows) {
    CAPTURE(value);
    CHECK(check(type, value).empty());
  }
}

TEST_CASE("an initial value that PTX cannot express names the variable",
          "[nvptx][initializers]") {
  struct Row {
    const char *type;
    const char *value;
    const char *reason;
  };
  const Row rows[] = {
      {"ptr addrspace(3)", "@s", "the address of shared memory: s"},
      {"ptr", "addrspacecast (ptr addrspace(3) @s to ptr)",
       "the address of shared memory: s"},
      {"{ i64, i64 }", "{ i64 1, i64 ptrtoint (ptr addrspace(3) @s to i64) }",
       "the address of shared memory: s"},
      {"ptr addrspace(3)",
       "addrspacecast (ptr addrspace(1) @g to ptr "
       "addrspace(3))",
       "an address in another address space"},
      {"ptr addrspace(4)", "addrspacecast (ptr @a to ptr addrspace(4))",
       "an address in another address space"},
      {"ptr", "blockaddress(@f, %b)", "the address of a block"},
      {"ptr", "getelementptr (i8, ptr @a, i64 -4)",
       "an address minus a number"},
      {"i64", "add (i64 ptrtoint (ptr @a to i64), i64 -4)",
       "an address minus a number"},
      {"ptr", "getelementptr (i8, ptr @f, i64 4)",
       "an address inside a function"},
      {"i32", "ptrtoint (ptr @a to i32)",
       "an address that is cut to a smaller integer"},
      {"[1 x i32]", "[i32 trunc (i64 ptrtoint (ptr @a to i64) to i32)]",
       "an address "},
      {"i64",
       "sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @f to i64))",
       "an address in arithmetic (sub)"},
      {"i64", "xor (i64 ptrtoint (ptr @a to i64), i64 5)",
       "an address in arithmetic (xor)"}};
  for (const auto &[type, value, reason] : rows) {
    CAPTURE(value);
    CHECK(llvm::StringRef(check(type, value))
              .starts_with("PTX cannot express an initial value: p\n  it is " +
                           std::string(reason)));
  }
}

TEST_CASE("what LLVM writes right is left alone", "[nvptx][initializers]") {
  const std::pair<const char *, const char *> rows[] = {
      {"i8", "7"},
      {"i64", "7"},
      {"i128", "7"},
      {"float", "1.0"},
      {"fp128", "0xL00000000000000003FFF000000000000"},
      {"[2 x half]", "[half 1.0, half 2.0]"},
      {"{ i1, i32 }", "{ i1 true, i32 7 }"},
      {"[2 x i1]", "[i1 true, i1 false]"},
      {"<4 x i32>", "<i32 1, i32 2, i32 3, i32 4>"},
      {"<2 x ptr>", "<ptr @a, ptr @a>"}};
  for (const auto &[type, value] : rows) {
    CAPTURE(type);
    CHECK(llvm::StringRef(flatten(type, value)).starts_with(type));
  }
}

TEST_CASE("what LLVM writes wrong becomes bytes", "[nvptx][initializers]") {
  struct Row {
    const char *type;
    const char *value;
    const char *bytes;
  };
  const Row rows[] = {
      {"half", "1.0", "[2 x i8] c\"\\00<\""},
      {"bfloat", "1.0", "[2 x i8] c\"\\80?\""},
      {"half", "0.0", "[2 x i8] zeroinitializer"},
      {"i1", "true", "[1 x i8] c\"\\01\""},
      {"i24", "-3", "[4 x i8] c\"\\FD\\FF\\FF\\00\""},
      {"[2 x i17]", "[i17 -1, i17 5]",
       "[8 x i8] c\"\\FF\\FF\\01\\00\\05\\00\\00\\00\""},
      {"<4 x i1>", "<i1 true, i1 false, i1 true, i1 true>",
       "[1 x i8] c\"\\0D\""},
      {"<3 x i8>", "<i8 65, i8 66, i8 67>", "[4 x i8] c\"ABC\\00\""},
      {"[2 x <3 x i8>]",
       "[<3 x i8> <i8 65, i8 undef, i8 67>, <3 x i8> zeroinitializer]",
       "[8 x i8] c\"A\\00C\\00\\00\\00\\00\\00\""},
      {"{ i8, <3 x i16>, i8 }",
       "{ i8 1, <3 x i16> <i16 2, i16 3, i16 4>, i8 5 }",
       "[24 x i8] c\"\\01\\00\\00\\00\\00\\00\\00\\00\\02\\00\\03\\00\\04\\00"
       "\\00\\00\\05\\00\\00\\00\\00\\00\\00\\00\""},
      {"x86_fp80", "0xK3FFF8000000000000000",
       "[16 x i8] c\"\\00\\00\\00\\00\\00\\00\\00\\80\\FF?\\00\\00\\00\\00"
       "\\00\\00\""},
      {"i24", "undef", "[4 x i8] undef"}};
  for (const auto &[type, value, bytes] : rows) {
    CAPTURE(type);
    CHECK(flatten(type, value) == bytes);
  }
}

TEST_CASE("addresses beside values that LLVM writes wrong are an error",
          "[nvptx][initializers]") {
  std::string text;
  flatten("{ ptr, <3 x i8> }", "{ ptr @a, <3 x i8> zeroinitializer }", &text);
  CHECK(llvm::StringRef(text).starts_with(
      "PTX cannot express an initial value: v\n  it has addresses beside "));
}
