// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Stages.h"

#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Messages.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>

using namespace llbc;
using namespace llbc::test;

TEST_CASE("a stage that reports nothing lets the link go on", "[stages]") {
  Messages messages;
  Stages stages(messages.diag);
  int runs = 0;
  CHECK(stages.run("first", Origins(), [&] { ++runs; }));
  CHECK(stages.run("second", Origins(), [&] {
    ++runs;
    messages.diag.warning("", "careful");
  }));
  CHECK(runs == 2);
  CHECK_FALSE(stages.hasFaulted());
  CHECK(messages.text() == "careful\n");
}

TEST_CASE("a stage that reports an error ends the link", "[stages]") {
  Messages messages;
  Stages stages(messages.diag);
  CHECK_FALSE(stages.run("first", Origins(),
                         [&] { messages.diag.error("file", "is bad"); }));
  CHECK_FALSE(stages.hasFaulted());
  CHECK(messages.text() == "file: is bad\n");
  // And so does any after it.
  CHECK_FALSE(stages.run("second", Origins(), [] {}));
}

namespace {

/// Runs \p body as a stage in a child that has the crash handlers; the text of
/// all messages, then whether the stage passed and LLVM died.
std::string runStage(const std::function<void(Diagnostics &)> &body) {
  return runInChild([&] {
           catchCrashes();
           Messages messages;
           Stages stages(messages.diag);
           const bool passed =
               stages.run("cooking", Origins(), [&] { body(messages.diag); });
           say(messages.text() + (passed ? "passed" : "ended") +
               (stages.hasFaulted() ? ", died" : ""));
           return 0;
         })
      .output;
}

} // namespace

TEST_CASE("what LLVM dies of becomes an error that names the stage",
          "[stages]") {
  CHECK(runStage([](Diagnostics &) {
          llvm::report_fatal_error("out of salt");
        }) == "cooking failed: out of salt\nended, died");
  const std::string crashed = runStage([](Diagnostics &) { raise(SIGSEGV); });
  CHECK(contains(crashed, "cooking failed: Segmentation fault\n"));
  CHECK(contains(crashed, "note: LLVM crashed; the input may be damaged\n"));
  CHECK(contains(crashed, "ended, died"));
}

TEST_CASE("what LLVM dies of after an error is not reported again",
          "[stages]") {
  CHECK(runStage([](Diagnostics &diag) {
          diag.error("file", "is bad");
          llvm::report_fatal_error("so I die");
        }) == "file: is bad\nended, died");
}
