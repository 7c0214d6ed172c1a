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

constexpr nvptx::Processor oldest = {30, 32};
constexpr nvptx::Processor newest = {90, 81};

std::string check(const std::string &ir, const nvptx::Processor &cpu = newest) {
  llvm::LLVMContext context;
  const auto module = parse(context, layout + ir);
  Messages messages;
  const Origins origins;
  nvptx::checkMemoryLimits(
      *module, [&] { return cpu; }, DefinitionReport(origins, messages.diag));
  return messages.text();
}

/// What is said of a kernel with these parameters.
std::string parameters(const std::string &list, const nvptx::Processor &cpu) {
  return check("define ptx_kernel void @k(" + list + ") { ret void }\n", cpu);
}

std::string bytes(unsigned count) {
  return "[" + std::to_string(count) + " x i8]";
}

std::string variable(const std::string &name, unsigned space, unsigned size,
                     unsigned align = 1) {
  return "@" + name + " = internal addrspace(" + std::to_string(space) +
         ") global " + bytes(size) + " zeroinitializer, align " +
         std::to_string(align) + "\n";
}

/// A use of the variable \p name in shared memory.
std::string use(const std::string &name) {
  return "  store volatile i8 1, ptr addrspace(3) @" + name + "\n";
}

std::string function(const std::string &convention, const std::string &name,
                     const std::string &body) {
  return "define " + convention + " void @" + name + "() {\n" + body +
         "  ret void\n}\n";
}

} // namespace

TEST_CASE("parameters are limited by the processor and the PTX version",
          "[nvptx][limits]") {
  const std::tuple<nvptx::Processor, unsigned, bool> rows[] = {
      {oldest, 4352, true},     {oldest, 4353, false},
      {{90, 80}, 4352, true},   {{90, 80}, 4353, false},
      {{61, 81}, 4352, true},   {{61, 81}, 4353, false},
      {{70, 81}, 4353, true},   {{70, 81}, 32764, true},
      {{70, 81}, 32765, false}, {{120, 90}, 32764, true},
      {{120, 90}, 32765, false}};
  for (const auto &[cpu, size, isFine] : rows) {
    CAPTURE(cpu.sm, cpu.isa, size);
    CHECK(parameters(bytes(size) + " %a", cpu).empty() == isFine);
  }
}

TEST_CASE("parameters count with the padding between them", "[nvptx][limits]") {
  // 4345 and 7 of padding, then 8.
  CHECK(parameters(bytes(4344) + " %a, i64 %b", oldest).empty());
  CHECK(contains(parameters(bytes(4345) + " %a, i64 %b", oldest),
                 "the parameters of a kernel take 4,360 bytes, but there is "
                 "room for 4,352 bytes: k\n"));
  CHECK(parameters("i8 %a, " + bytes(4351) + " %b", oldest).empty());
  CHECK_FALSE(parameters("i8 %a, " + bytes(4352) + " %b", oldest).empty());
}

TEST_CASE("an aggregate that is passed by value counts with its alignment",
          "[nvptx][limits]") {
  auto byval = [](unsigned size, const std::string &align) {
    return parameters("i8 %a, ptr byval(" + bytes(size) + ") " + align + " %b",
                      oldest);
  };
  CHECK(byval(4351, "").empty());
  CHECK_FALSE(byval(4352, "").empty());
  CHECK(byval(4288, "align 64").empty());
  CHECK_FALSE(byval(4289, "align 64").empty());
  CHECK(parameters("ptr %a", oldest).empty());
}

TEST_CASE("functions may have any number of parameters", "[nvptx][limits]") {
  CHECK(
      check("define void @f(" + bytes(40000) + " %a) { ret void }\n").empty());
}

TEST_CASE("constant memory ends at 64 KiB for all variables together",
          "[nvptx][limits]") {
  CHECK(check(variable("a", 4, 65535) + variable("b", 4, 1)).empty());
  CHECK(check(variable("a", 4, 65535) + variable("b", 4, 2)) ==
        "constant memory takes 65,537 bytes, but there is room for 65,536 "
        "bytes\n  65,535 bytes in a\n  2 bytes in b\n");
  CHECK(check("@c = external addrspace(4) global " + bytes(70000) + "\n" +
              variable("g", 1, 70000))
            .empty());
}

TEST_CASE("no padding counts that another order would save",
          "[nvptx][limits]") {
  CHECK(check(variable("a", 4, 1) + variable("b", 4, 65528, 8)).empty());
  CHECK_FALSE(check(variable("a", 4, 9) + variable("b", 4, 65528, 8)).empty());
  // The padding after the first cannot be saved.
  CHECK_FALSE(
      check(variable("a", 4, 65500, 64) + variable("b", 4, 4, 64)).empty());
}

TEST_CASE("a kernel's static shared memory beyond 48 KiB is a warning",
          "[nvptx][limits]") {
  const std::string kernel = function("ptx_kernel", "k", use("a") + use("b"));
  CHECK(check(variable("a", 3, 49151) + variable("b", 3, 1) + kernel).empty());
  const std::string text =
      check(variable("a", 3, 49151) + variable("b", 3, 2) + kernel);
  CHECK(llvm::StringRef(text).starts_with(
      "a kernel has 49,153 bytes of static shared memory, of which ptxas "
      "takes 49,152 bytes on any processor: k\n  49,151 bytes in a\n"
      "  2 bytes in b\n  note: "));
}

TEST_CASE("shared memory counts once for each kernel that reaches it",
          "[nvptx][limits]") {
  const std::string variables = variable("a", 3, 30000) +
                                variable("b", 3, 30000) +
                                variable("unused", 3, 30000);
  const std::string helper = function("", "helper", use("b"));
  const std::string calls = "  call void @helper()\n  call void @helper()\n";
  CHECK(check(variables + helper + function("ptx_kernel", "k", use("a")) +
              function("ptx_kernel", "l", calls + use("b")))
            .empty());
  CHECK(contains(
      check(variables + helper + function("ptx_kernel", "k", use("a") + calls)),
      "60,000 bytes"));
  // Through a table of functions, and in a circle of calls.
  CHECK(contains(
      check(variables + "@table = constant [1 x ptr] [ptr @helper]\n" +
            function("", "helper", use("b") + "  call void @helper()\n") +
            function("ptx_kernel", "k",
                     use("a") + "  %f = load ptr, ptr @table\n"
                                "  call void %f()\n")),
      "60,000 bytes"));
}

TEST_CASE("memory that gets its size at launch does not count",
          "[nvptx][limits]") {
  CHECK(check("@a = external addrspace(3) global [0 x i8]\n" +
              variable("b", 3, 49152) +
              function("ptx_kernel", "k", use("a") + use("b")))
            .empty());
}

TEST_CASE("of many variables the three largest are named", "[nvptx][limits]") {
  std::string ir;
  for (unsigned i = 0; i != 5; ++i)
    ir += variable("v" + std::to_string(i), 4, 20000 + i);
  CHECK(contains(check(ir), "\n  20,004 bytes in v4\n  20,003 bytes in v3\n"
                            "  20,002 bytes in v2\n  and 2 more\n"));
}

TEST_CASE("a stack variable fits into a thread's memory", "[nvptx][limits]") {
  auto stack = [](const std::string &type) {
    return check(function("", "f", "  %a = alloca " + type + "\n"));
  };
  CHECK(stack("[524288 x i8]").empty());
  CHECK(contains(stack("[524289 x i8]"),
                 "a variable takes 524,289 bytes of the stack, but a thread "
                 "has 524,288 bytes\n  in f\n"));
  CHECK_FALSE(stack("i8, i64 524289").empty());
}

TEST_CASE("no GPU holds what has more bytes than addresses",
          "[nvptx][limits]") {
  CHECK(check("@v = global [68719476736 x i8] zeroinitializer\n").empty());
  CHECK(check("@v = global [144115188075855873 x i8] zeroinitializer\n") ==
        "no GPU has memory for 144,115,188,075,855,873 bytes: v\n");
  // LLVM counts bits, of which these are more than fit into 64.
  for (const char *count : {"2305843009213693952", "9223372036854775807"})
    CHECK_FALSE(check("@v = global [" + std::string(count) +
                      " x i64] zeroinitializer\n")
                    .empty());
}
