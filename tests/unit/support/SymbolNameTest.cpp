// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/SymbolName.h"

#include "support/Catch.h"
#include "support/Messages.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// \p path and a hash in Rust's legacy mangling.
std::string legacy(const std::vector<std::string> &path) {
  std::string name = "_ZN";
  for (const std::string &part : path)
    name += std::to_string(part.size()) + part;
  return name + "17h0123456789abcdefE";
}

std::string withRaw(const std::string &readable, const std::string &raw) {
  return readable + " ('" + raw + "')";
}

} // namespace

TEST_CASE("a plain name stays as it is", "[symbol-name]") {
  for (const char *name :
       {"vecadd", "k$1", "_start", "llvm.used", "_Zbroken", "_Rust", "", "_ZN"})
    CHECK(describeSymbol(name) == name);
}

TEST_CASE("a C++ name is shown readable and raw", "[symbol-name]") {
  CHECK(describeSymbol("_Z3addPfi") ==
        withRaw("add(float*, int)", "_Z3addPfi"));
  CHECK(describeSymbol("_ZN2ns1fEv") == withRaw("ns::f()", "_ZN2ns1fEv"));
}

TEST_CASE("a Rust name of the current mangling is shown readable and raw",
          "[symbol-name]") {
  CHECK(describeSymbol("_RNvCs15kBYyAo9fc_7mycrate3foo") ==
        withRaw("mycrate::foo", "_RNvCs15kBYyAo9fc_7mycrate3foo"));
  // A method of an implementation, generic.
  const std::string raw = "_RNvMs_Cs4Cv8Wi1oAIB_7mycrateNtB4_7Example3foo";
  CHECK(describeSymbol(raw) == withRaw("<mycrate::Example>::foo", raw));
}

TEST_CASE("a legacy Rust name loses its hash", "[symbol-name]") {
  const std::string raw = legacy({"core", "ptr", "drop_in_place"});
  CHECK(describeSymbol(raw) == withRaw("core::ptr::drop_in_place", raw));
}

TEST_CASE("escapes of a legacy Rust name are undone", "[symbol-name]") {
  const std::pair<std::vector<std::string>, const char *> rows[] = {
      {{"_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..Deref$GT$",
        "deref"},
       "<alloc::vec::Vec<T> as core::ops::Deref>::deref"},
      {{"a", "_$u7b$$u7b$closure$u7d$$u7d$"}, "a::{{closure}}"},
      {{"_$RF$mut$u20$T"}, "&mut T"},
      {{"_$BP$const$u20$T"}, "*const T"},
      {{"_$LP$A$C$B$RP$"}, "(A,B)"},
      {{"_$u5b$T$u3b$$u20$N$u5d$"}, "[T; N]"},
      {{"$SP$x$u27$a"}, "@x'a"},
      {{"a", "_b"}, "a::_b"}};
  for (const auto &[path, readable] : rows) {
    const std::string raw = legacy(path);
    CHECK(describeSymbol(raw) == withRaw(readable, raw));
  }
}

TEST_CASE("any character that rustc escapes is shown", "[symbol-name]") {
  // rustc writes what it has no short escape for as its code in hex.
  const std::string raw = legacy({"f$u21$$u3d$$u7e$"});
  CHECK(describeSymbol(raw) == withRaw("f!=~", raw));
}

TEST_CASE("what only looks like an escape stays", "[symbol-name]") {
  const std::string raw = legacy({"a$b", "c.d"});
  CHECK(describeSymbol(raw) == withRaw("a$b::c.d", raw));
}

TEST_CASE("a suffix that LLVM added does not bring the hash back",
          "[symbol-name]") {
  const std::string raw = legacy({"core", "fmt"}) + ".llvm.123456";
  const std::string shown = describeSymbol(raw);
  CHECK(contains(shown, "core::fmt"));
  CHECK_FALSE(contains(shown, "::h0123"));
  CHECK(contains(shown, "('" + raw + "')"));
}
