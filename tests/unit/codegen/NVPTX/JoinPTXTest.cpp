// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/JoinPTX.h"

#include "support/Catch.h"

#include "llvm/ADT/StringExtras.h"

using namespace llbc;
using namespace llbc::nvptx;

namespace {

const std::string head = "//\n// Generated\n//\n\n.version 7.0\n"
                         ".target sm_80\n.address_size 64\n";

std::string join(std::initializer_list<std::string> texts) {
  std::vector<PartText> parts;
  for (const std::string &text : texts)
    parts.push_back({head + text, {}});
  return joinPTX(parts, {});
}

size_t count(llvm::StringRef text, llvm::StringRef what) {
  return text.count(what);
}

std::string entry(const std::string &name, const std::string &body) {
  return ".visible .entry " + name + "()\n{\n" + body + "\tret;\n\n}\n";
}

std::string call(const std::string &name, unsigned number) {
  return "\t{ // callseq " + std::to_string(number) + ", 0\n\tcall.uni " +
         name + ", ();\n\t}\n";
}

} // namespace

TEST_CASE("the head stays once and kernels follow in order", "[join-ptx]") {
  CHECK(join({entry("a", ""), entry("b", "")}) ==
        head + entry("a", "") + entry("b", ""));
}

TEST_CASE("a helper that is the same in both parts stays once", "[join-ptx]") {
  auto helper = [](const std::string &number) {
    return ".func f()\n{\n\tbra $L__BB" + number + "_1;\n$L__BB" + number +
           "_1:\n\tret;\n}\n";
  };
  const std::string joined = join({helper("0") + entry("a", call("f", 0)),
                                   helper("7") + entry("b", call("f", 9))});
  CHECK(count(joined, ".func f()") == 1);
  CHECK(count(joined, "call.uni f, ()") == 2);
}

TEST_CASE("helpers that differ get names of their own", "[join-ptx]") {
  const std::string joined =
      join({".func f()\n{\n\tret;\n}\n" + entry("a", call("f", 0)),
            ".func f();\n.func g()\n{\n" + call("f", 1) +
                "\tret;\n}\n.func f()\n{\n\ttrap;\n\tret;\n}\n" +
                entry("b", call("g", 0))});
  CHECK(count(joined, ".func f()") == 1);
  CHECK(count(joined, ".func f$2();") == 1);
  CHECK(count(joined, ".func f$2()\n{") == 1);
  CHECK(count(joined, "call.uni f$2, ()") == 1);
  CHECK(count(joined, "call.uni f, ()") == 1);
}

TEST_CASE("a helper that calls one of another name is another one",
          "[join-ptx]") {
  auto part = [](const std::string &body, const std::string &kernel) {
    return ".func f()\n{\n" + body + "\tret;\n}\n.func g()\n{\n" +
           call("f", 0) + "\tret;\n}\n" + entry(kernel, call("g", 0));
  };
  const std::string joined = join({part("", "a"), part("\ttrap;\n", "b")});
  CHECK(count(joined, ".func g$2()") == 1);
  CHECK(count(joined, "call.uni g$2, ()") == 1);
}

TEST_CASE("tables are shared, and variables with a state are not",
          "[join-ptx]") {
  const std::string variable = ".global .align 4 .u32 v = 1;\n";
  const std::string use = "\tmov.b64 \t%rd1, v;\n";
  CHECK(count(join({variable + entry("a", use), variable + entry("b", use)}),
              variable) == 1);
  std::vector<PartText> parts(2);
  parts[0].text = head + variable + entry("a", use);
  parts[1].text = head + variable + entry("b", use);
  parts[1].variables.insert("v");
  const std::string joined = joinPTX(parts, {});
  CHECK(count(joined, ".u32 v = 1;") == 1);
  CHECK(count(joined, ".u32 v$2 = 1;") == 1);
  CHECK(count(joined, "%rd1, v$2;") == 1);
}

TEST_CASE("a shared variable is local in the whole, before its users",
          "[join-ptx]") {
  const std::string use = "\tmov.b64 \t%rd1, v;\n";
  std::vector<PartText> parts(2);
  parts[0].text = head + ".extern .global .align 4 .u32 v;\n" + entry("a", use);
  parts[1].text = head + "\t// .globl\tv\n.visible .global .align 4 .u32 v;\n" +
                  entry("b", use);
  llvm::StringSet<> shared;
  shared.insert("v");
  const std::string joined = joinPTX(parts, shared);
  CHECK(count(joined, ".u32 v;") == 1);
  CHECK(count(joined, "\n.global .align 4 .u32 v;") == 1);
  CHECK(joined.find(".u32 v;") < joined.find(".entry a"));
}

TEST_CASE("what comes from elsewhere is declared once", "[join-ptx]") {
  const std::string declaration = ".extern .func vprintf\n(\n"
                                  "\t.param .b64 vprintf_param_0\n)\n;\n";
  CHECK(count(join({declaration + entry("a", call("vprintf", 0)),
                    declaration + entry("b", call("vprintf", 0))}),
              ".extern .func") == 1);
}

TEST_CASE("files get one number each", "[join-ptx]") {
  const std::string joined =
      join({entry("a", "\t.loc\t1 3 0\n") + "\t.file\t1 \"/x.rs\"\n",
            entry("b", "\t.loc\t1 4 0\n\t.loc\t2 5 0\n") +
                "\t.file\t1 \"/y.rs\"\n\t.file\t2 \"/x.rs\"\n"});
  CHECK(count(joined, "\t.file\t1 \"/x.rs\"\n\t.file\t2 \"/y.rs\"\n") == 1);
  CHECK(count(joined, ".file") == 2);
  CHECK(count(joined, ".loc\t1 3 0") == 1);
  CHECK(count(joined, ".loc\t2 4 0") == 1);
  CHECK(count(joined, ".loc\t1 5 0") == 1);
}

TEST_CASE("what cannot be joined is left to the whole program", "[join-ptx]") {
  CHECK(join({entry("a", ""),
              entry("b", "") + "\t.section\t.debug_abbrev\n\t{\n.b8 1\n\t}\n"})
            .empty());
  CHECK(join({entry("a", ""), entry("a", "")}).empty());
  std::vector<PartText> parts(2);
  parts[0].text = head + entry("a", "");
  parts[1].text =
      ".version 7.1\n.target sm_80\n.address_size 64\n" + entry("b", "");
  CHECK(joinPTX(parts, {}).empty());
}
