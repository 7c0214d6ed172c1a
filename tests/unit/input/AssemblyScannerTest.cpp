// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/AssemblyScanner.h"

#include "support/Catch.h"

using namespace llbc;

namespace {

using Strings = std::vector<std::string>;

/// The symbols of PTX assembly: "=x" is a definition, "?x" a mention.
Strings symbolsOf(const std::string &assembly) {
  ModuleSummary summary;
  summary.triple = "nvptx64-nvidia-cuda";
  summary.moduleAsm = assembly;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver names(allocator);
  scanAssembly(summary, names);
  scanAssembly(summary, names);
  Strings found;
  for (const ModuleSymbol &symbol : summary.symbols) {
    CHECK(symbol.isInAsm);
    CHECK((symbol.isDefinition() || symbol.isWeakReference()));
    found.push_back((symbol.isDefinition() ? "=" : "?") + symbol.name.str());
  }
  return found;
}

} // namespace

TEST_CASE("PTX functions and variables are definitions", "[assembly-scanner]") {
  CHECK(symbolsOf(".visible .func f() { ret; }") == Strings{"=f"});
  CHECK(symbolsOf(".func (.param .b32 r) f(.param .b32 a) { ret; }") ==
        Strings{"=f", "?a"});
  CHECK(symbolsOf(".global .align 4 .u32 x, y[2] = {1, 2};") ==
        Strings{"=x", "=y"});
  CHECK(symbolsOf(".const .u64 p = x;") == Strings{"=p", "?x"});
}

TEST_CASE("what PTX declares or uses is mentioned", "[assembly-scanner]") {
  CHECK(symbolsOf(".extern .func f();\n.extern .global .b8 x[4];") ==
        Strings{"?f", "?x"});
  CHECK(symbolsOf(".func f() { call g; ret; }") == Strings{"=f", "?g"});
  CHECK(symbolsOf(".func f() { ld.global.u32 %r1, [x]; @%p1 ret; }") ==
        Strings{"=f", "?x"});
}

TEST_CASE("comments and strings of PTX name nothing", "[assembly-scanner]") {
  CHECK(symbolsOf("// missing\n/* also\nmissing */ .file 1 \"name\"").empty());
  CHECK(symbolsOf("/* not closed").empty());
  CHECK(symbolsOf("\"not closed").empty());
  CHECK(symbolsOf("\"").empty());
}
