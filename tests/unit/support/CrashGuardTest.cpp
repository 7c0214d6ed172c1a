// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case runs in a child process: handlers of signals belong to a process,
// and Catch2 has its own.

#include "support/CrashGuard.h"

#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Messages.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <csignal>
#include <cstdlib>

using namespace llbc;
using namespace llbc::test;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#elif defined(__has_feature)
constexpr bool sanitized = __has_feature(address_sanitizer);
#else
constexpr bool sanitized = false;
#endif

std::string describeFault(const std::optional<Fault> &fault) {
  if (!fault)
    return "none;";
  std::string text = fault->message + (fault->crashed ? "!" : "") + ";";
  for (const std::string &line : fault->activity)
    text += line + ";";
  return text;
}

/// What \p body, run under a guard in a child process, came to.
std::string faultOf(llvm::function_ref<void()> body) {
  const ChildResult result = runInChild([&] {
    catchCrashes();
    runOnLargeStack([&] { say(describeFault(runGuarded(body))); });
    return 0;
  });
  CHECK(result.status == 0);
  return result.output;
}

// Volatile, so that the compiler cannot see what is wrong.
volatile int *volatile nowhere = nullptr;

void crash() {
  // What precedes the crash must be in memory by then.
  asm volatile("" ::: "memory");
  *nowhere = 1;
}

volatile int depth = 0;

__attribute__((noinline)) int overflowStack(int level) {
  volatile char frame[4096];
  frame[level % sizeof frame] = static_cast<char>(level);
  depth = level;
  if (level < 0)
    return 0;
  return overflowStack(level + 1) + frame[depth % sizeof frame];
}

} // namespace

TEST_CASE("a body that returns is no fault", "[crash-guard]") {
  CHECK(faultOf([] { say("ran;"); }) == "ran;none;");
}

TEST_CASE("a fatal error of LLVM becomes a fault with its words",
          "[crash-guard]") {
  CHECK(faultOf([] { llvm::report_fatal_error("cannot do this."); }) ==
        "cannot do this;");
}

TEST_CASE("of a long fatal error the first line is kept without addresses",
          "[crash-guard]") {
  CHECK(faultOf([] {
          llvm::report_fatal_error(
              "Cannot select: 0x55d0c0ffee00: i32 = foo 0x1234, x\nIn: k");
        }) == "Cannot select: i32 = foo x;");
}

TEST_CASE("a fault says what was being done innermost first", "[crash-guard]") {
  CHECK(faultOf([] {
          llvm::PrettyStackTraceString outer("Reading a.bc.");
          llvm::PrettyStackTraceString inner("Running pass 'X'");
          llvm::report_fatal_error("no");
        }) == "no;running pass 'X';reading a.bc;");
}

TEST_CASE("what was done outside of the guard is not part of a fault",
          "[crash-guard]") {
  const ChildResult result = runInChild([] {
    catchCrashes();
    llvm::PrettyStackTraceString outside("outside");
    say(describeFault(runGuarded([] {
      llvm::PrettyStackTraceString inside("inside");
      llvm::report_fatal_error("no");
    })));
    return 0;
  });
  CHECK(result.output == "no;inside;");
}

TEST_CASE("signals become faults", "[crash-guard]") {
  if (sanitized)
    return;
  CHECK(llvm::StringRef(faultOf([] {
          crash();
        })).starts_with("Segmentation fault!;"));
  CHECK(
      llvm::StringRef(faultOf([] { std::abort(); })).starts_with("Aborted!;"));
  CHECK(llvm::StringRef(faultOf([] { __builtin_trap(); })).contains("!;"));
  CHECK(llvm::StringRef(faultOf([] { raise(SIGFPE); })).contains("!;"));
}

TEST_CASE("a crash says what was being done", "[crash-guard]") {
  if (sanitized)
    return;
  CHECK(faultOf([] {
          llvm::PrettyStackTraceString trace("Reading a.bc");
          crash();
        }) == "Segmentation fault!;reading a.bc;");
}

TEST_CASE("a stack overflow becomes a fault", "[crash-guard]") {
  if (sanitized)
    return;
  CHECK(llvm::StringRef(faultOf([] {
          overflowStack(1);
        })).starts_with("Segmentation fault!;"));
}

TEST_CASE("a guard can be used again after a fault", "[crash-guard]") {
  if (sanitized)
    return;
  const ChildResult result = runInChild([] {
    catchCrashes();
    runOnLargeStack([] {
      for (unsigned i = 0; i != 3; ++i) {
        say(describeFault(runGuarded([] { crash(); })));
        say(describeFault(runGuarded([] { llvm::report_fatal_error("no"); })));
        say(describeFault(runGuarded([] { overflowStack(1); })));
        say(describeFault(runGuarded([] {})));
      }
    });
    return 0;
  });
  CHECK(result.status == 0);
  const std::string round = "Segmentation fault!;no;Segmentation fault!;none;";
  CHECK(result.output == round + round + round);
}

TEST_CASE("guards nest", "[crash-guard]") {
  const ChildResult result = runInChild([] {
    catchCrashes();
    runOnLargeStack([] {
      say(describeFault(runGuarded([] {
        say(describeFault(
            runGuarded([] { llvm::report_fatal_error("inner"); })));
        say(describeFault(runGuarded([] {})));
        llvm::report_fatal_error("outer");
      })));
    });
    return 0;
  });
  CHECK(result.status == 0);
  CHECK(result.output == "inner;none;outer;");
}

TEST_CASE("a fault leaves other threads alone", "[crash-guard]") {
  const ChildResult result = runInChild([] {
    catchCrashes();
    runOnLargeStack([] {
      say(describeFault(runGuarded([] {
        runOnLargeStack([] {
          say(describeFault(
              runGuarded([] { llvm::report_fatal_error("there"); })));
        });
        llvm::report_fatal_error("here");
      })));
    });
    return 0;
  });
  CHECK(result.status == 0);
  CHECK(result.output == "there;here;");
}

TEST_CASE("the large stack holds deep recursion", "[crash-guard]") {
  if (sanitized)
    return;
  const ChildResult result = runInChild([] {
    runOnLargeStack([] {
      // 128 MiB: far more than a thread has by default.
      volatile char block[128U << 20];
      for (size_t i = 0; i < sizeof block; i += 4096)
        block[i] = 1;
      say(block[4096] ? "done" : "");
    });
    return 0;
  });
  CHECK(result.output == "done");
}

TEST_CASE("the function is read from what was being done", "[crash-guard]") {
  const std::pair<std::vector<std::string>, const char *> rows[] = {
      {{}, ""},
      {{"reading a.bc"}, ""},
      {{"running pass 'Verifier' on function '@k'"}, "k"},
      {{"running pass \"x\" on function \"k2\""}, "k2"},
      {{"running pass 'x' on function '@it's'"}, "it's"},
      {{"running pass 'x' on module 'm'", "y on function '@inner'",
        "z on function '@outer'"},
       "inner"}};
  for (const auto &[activity, name] : rows) {
    Fault fault;
    fault.activity = activity;
    CHECK(fault.function() == name);
  }
}

TEST_CASE("the current function is the one that a pass works on",
          "[crash-guard]") {
  CHECK(faultOf([] {
          say("[" + currentFunction() + "]");
          llvm::PrettyStackTraceString pass("Running pass 'X' on function "
                                            "'@k'");
          say("[" + currentFunction() + "]");
        }) == "[][k]none;");
}
