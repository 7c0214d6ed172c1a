// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/CodeChecks.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/Intrinsics.h"

using namespace llbc;
using namespace llbc::test;

namespace {

constexpr unsigned spaces[] = {0, 1};

CodeLimits limits() {
  CodeLimits result;
  result.lacks = "X has no";
  result.ownIntrinsics = "llvm.nvvm.";
  result.variableSpaces = spaces;
  return result;
}

std::string check(const std::string &ir, const CodeLimits &given = limits()) {
  llvm::LLVMContext context;
  const auto module = parse(context, ir);
  Messages messages;
  const Origins origins;
  const DefinitionReport report(origins, messages.diag);
  checkVariables(*module, given, report);
  checkCode(*module, given, report);
  return messages.text();
}

std::string body(const std::string &code) {
  return "define void @f(ptr %p, fp128 %q, i128 %i, float %x) {\n" + code +
         "\n  ret void\n}\n";
}

} // namespace

TEST_CASE("intrinsics of other targets are errors, each once in a function",
          "[code-checks]") {
  const std::string calls = "declare i64 @llvm.x86.rdtsc()\n"
                            "declare void @llvm.nvvm.barrier0()\n"
                            "declare void @llvm.trap()\n" +
                            body("%a = call i64 @llvm.x86.rdtsc()\n"
                                 "%b = call i64 @llvm.x86.rdtsc()\n"
                                 "call void @llvm.nvvm.barrier0()\n"
                                 "call void @llvm.trap()");
  CHECK(check(calls) ==
        "intrinsic of another target: llvm.x86.rdtsc\n  in f\n");
}

TEST_CASE("a target says which generic intrinsics it lacks", "[code-checks]") {
  const std::string call = "declare ptr @llvm.frameaddress.p0(i32)\n" +
                           body("%a = call ptr @llvm.frameaddress.p0(i32 0)");
  CHECK(check(call).empty());
  constexpr unsigned missing[] = {llvm::Intrinsic::frameaddress};
  CodeLimits given = limits();
  given.missingIntrinsics = missing;
  CHECK(check(call, given) ==
        "X has no equivalent of llvm.frameaddress.p0\n  in f\n");
}

TEST_CASE("wide floating-point numbers can be moved but not computed with",
          "[code-checks]") {
  const std::pair<const char *, bool> rows[] = {
      {"%r = fadd fp128 %q, %q", true},
      {"%r = fcmp olt fp128 %q, %q", true},
      {"%r = fpext float %x to fp128", true},
      {"%r = fptoui fp128 %q to i32", true},
      {"%r = fneg fp128 %q", false},
      {"%r = bitcast fp128 %q to i128", false},
      {"store fp128 %q, ptr %p", false},
      {"%r = fadd float %x, %x", false}};
  for (const auto &[code, isError] : rows) {
    CAPTURE(code);
    CHECK(check(body(code)) ==
          (isError ? "X has no arithmetic on fp128\n  in f\n" : ""));
  }
}

TEST_CASE("conversions of wide integers are a target's choice",
          "[code-checks]") {
  CodeLimits given = limits();
  CHECK(check(body("%r = sitofp i128 %i to float"), given).empty());
  given.convertsWideIntegers = false;
  CHECK(check(body("%r = sitofp i128 %i to float"), given) ==
        "X has no conversion of i128 to float\n  in f\n");
  CHECK(check(body("%r = fptosi float %x to i65"), given) ==
        "X has no conversion of float to i65\n  in f\n");
  CHECK(check(body("%r = fptosi float %x to i64"), given).empty());
  CHECK(check(body("%r = trunc i128 %i to i8"), given).empty());
}

TEST_CASE("tail calls that must be are a target's choice", "[code-checks]") {
  const std::string calls = "define void @g() {\n  musttail call void @h()\n"
                            "  ret void\n}\ndeclare void @h()\n";
  CodeLimits given = limits();
  CHECK(check(calls, given).empty());
  given.hasTailCalls = false;
  CHECK(check(calls, given) ==
        "X has no guaranteed tail calls (musttail)\n  in g\n");
}

TEST_CASE("variables that nothing uses may be anywhere", "[code-checks]") {
  CHECK(check("@t = thread_local global i32 0\n"
              "@s = addrspace(3) global i32 poison\n")
            .empty());
  CHECK(check("@t = thread_local global i32 0\n"
              "@s = addrspace(3) global i32 poison\n"
              "define void @f() {\n  store i32 1, ptr @t\n"
              "  store i32 1, ptr addrspace(3) @s\n  ret void\n}\n") ==
        "X has no thread-local variables: t\n"
        "X has no variables in address space 3: s\n");
}
