// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Undefined.h"

#include "support/Catch.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// What is said about the undefined symbol \p name of a module \p ir.
std::string report(const std::string &name, const std::string &ir,
                   bool allow = false) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  Messages messages;
  reportUndefined({{name, false, {"needed by kernel k in k.o"}}}, *module,
                  {allow, "--allow-undefined",
                   [](llvm::StringRef n) { return n == "vprintf"; },
                   [](llvm::StringRef n) {
                     return n == "__ocml_sin_f32"
                                ? std::vector<std::string>{"a hint"}
                                : std::vector<std::string>{};
                   }},
                  messages.diag);
  for (const Diagnostic &message : messages.all)
    CHECK(message.severity == (allow ? Severity::Warning : Severity::Error));
  return messages.text();
}

std::string callOf(const std::string &name) {
  return "declare void @" + name + "()\ndefine void @f() {\n  call void @" +
         name + "()\n  ret void\n}\n";
}

} // namespace

TEST_CASE("an undefined symbol is shown with its chain and the cure",
          "[undefined]") {
  CHECK(report("x", callOf("x")) ==
        "undefined symbol: x\n  needed by kernel k in k.o\n"
        "  note: link the crate or library that defines it, or pass "
        "--allow-undefined\n");
}

TEST_CASE("an allowed undefined symbol is a warning without the cure",
          "[undefined]") {
  CHECK(report("x", callOf("x"), /*allow=*/true) ==
        "undefined symbol: x\n  needed by kernel k in k.o\n");
}

TEST_CASE("a reference that the optimiser removed does not count",
          "[undefined]") {
  CHECK(report("x", "").empty());
  CHECK(report("x", "declare void @x()").empty());
}

TEST_CASE("what the driver provides is not undefined", "[undefined]") {
  CHECK(report("vprintf", callOf("vprintf")).empty());
}

TEST_CASE("dynamic shared memory has no definition", "[undefined]") {
  auto isDefined = [](const std::string &triple, const std::string &space) {
    return report("s", "target triple = \"" + triple + "\"\n" +
                           "@s = external addrspace(" + space +
                           ") global [0 x i32]\ndefine ptr @f() {\n  ret ptr "
                           "addrspacecast (ptr addrspace(" +
                           space + ") @s to ptr)\n}\n")
        .empty();
  };
  for (const char *triple : {"nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa"}) {
    CHECK(isDefined(triple, "3"));
    CHECK_FALSE(isDefined(triple, "1"));
  }
  CHECK_FALSE(isDefined("x86_64-unknown-linux-gnu", "3"));
}

TEST_CASE("an intrinsic that LLVM does not know is an error of its own",
          "[undefined]") {
  // Even where undefined symbols are allowed, as nothing could provide it.
  llvm::LLVMContext context;
  const auto module = parse(context, callOf("llvm.nvvm.no.such.thing"));
  Messages messages;
  reportUndefined({{"llvm.nvvm.no.such.thing", false, {}}}, *module,
                  {/*allow=*/true, "--allow-undefined",
                   [](llvm::StringRef) { return false; },
                   [](llvm::StringRef) { return std::vector<std::string>(); }},
                  messages.diag);
  CHECK(messages.diag.errorCount() == 1);
  CHECK(
      contains(messages.text(), "unknown intrinsic: llvm.nvvm.no.such.thing"));
}
