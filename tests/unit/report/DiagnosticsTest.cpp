// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Catch.h"
#include "support/Messages.h"

#include <thread>

using namespace llbc;
using namespace llbc::test;

TEST_CASE("a message is its place and then what is wrong", "[diagnostics]") {
  CHECK(Diagnostic{Severity::Error, "a.bc", "damaged", {}}.text() ==
        "a.bc: damaged");
  CHECK(Diagnostic{Severity::Error, "", "damaged", {}}.text() == "damaged");
}

TEST_CASE("each note is a line of its own two spaces in", "[diagnostics]") {
  CHECK(Diagnostic{Severity::Warning, "", "x", {"one", "two"}}.text() ==
        "x\n  one\n  two");
}

TEST_CASE("only errors count as errors", "[diagnostics]") {
  Messages messages(/*verbose=*/true);
  messages.diag.warning("", "w");
  messages.diag.note("n");
  CHECK_FALSE(messages.diag.hasErrors());
  messages.diag.error("", "e");
  messages.diag.error("f", "g", {"h"});
  CHECK(messages.diag.errorCount() == 2);
  REQUIRE(messages.all.size() == 4);
  CHECK(messages.all[0].severity == Severity::Warning);
  CHECK(messages.all[1].severity == Severity::Verbose);
  CHECK(messages.all[3].text() == "f: g\n  h");
}

TEST_CASE("verbose messages are dropped unless they are wanted",
          "[diagnostics]") {
  Messages quiet;
  quiet.diag.note("n");
  quiet.diag.report({Severity::Verbose, "", "n", {}});
  CHECK(quiet.all.empty());
  CHECK_FALSE(quiet.diag.isVerbose());
  Messages verbose(true);
  verbose.diag.note("n");
  CHECK(verbose.text() == "n\n");
  CHECK(verbose.diag.isVerbose());
}

TEST_CASE("each of several joined errors is a message", "[diagnostics]") {
  Messages messages;
  messages.diag.error("f",
                      llvm::joinErrors(llvm::createStringError("one"),
                                       llvm::createStringError("two")),
                      {"note"});
  CHECK(messages.text() == "f: one\n  note\nf: two\n  note\n");
  CHECK(messages.diag.errorCount() == 2);
}

TEST_CASE("success is no message", "[diagnostics]") {
  Messages messages;
  messages.diag.error("f", llvm::Error::success());
  CHECK(messages.all.empty());
  CHECK_FALSE(messages.diag.hasErrors());
}

TEST_CASE("messages of several threads are all counted", "[diagnostics]") {
  Messages messages;
  constexpr unsigned perThread = 200;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i != 4; ++i)
    threads.emplace_back([&] {
      for (unsigned j = 0; j != perThread; ++j)
        messages.diag.error("", "e");
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(messages.diag.errorCount() == 4 * perThread);
  CHECK(messages.all.size() == 4 * perThread);
}
