// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/CrashGuard.h"

#include "llbc/Link.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

#include <array>
#include <csignal>
#include <cstring>
#include <new>
#include <sys/resource.h>

using namespace llvm;

namespace llbc {
namespace {

constexpr std::array crashSignals = {SIGABRT, SIGBUS,  SIGFPE,
                                     SIGILL,  SIGSEGV, SIGTRAP};

/// The guard that is active on this thread; the handlers below have no other
/// way to know whom they work for.
thread_local Fault *currentFault = nullptr;
thread_local const void *guardedSince = nullptr;

/// The handlers that CrashRecoveryContext installed, to be called by ours.
std::array<struct sigaction, NSIG> recoveryActions;

/// Writes down LLVM's chain of activities down to the guard's own start.
void recordActivity(Fault &fault) {
  const void *entry = SavePrettyStackState();
  while (entry && entry != guardedSince) {
    const auto *trace = static_cast<const PrettyStackTraceEntry *>(entry);
    std::string line;
    raw_string_ostream os(line);
    trace->print(os);
    StringRef text = StringRef(line).trim().rtrim('.');
    if (!text.empty())
      fault.activity.push_back(text.substr(0, 1).lower() +
                               text.drop_front().str());
    entry = trace->getNextEntry();
  }
}

/// Node addresses differ from run to run and tell a user nothing.
std::string withoutAddresses(StringRef text) {
  std::string result;
  while (!text.empty()) {
    StringRef rest = text;
    if (rest.consume_front("0x")) {
      rest = rest.drop_while(isHexDigit);
      rest.consume_front(": ");
      rest.consume_front(", ");
      text = rest;
      continue;
    }
    result += text.front();
    text = text.drop_front();
  }
  return result;
}

void onFatalError(void *, const char *reason, bool) {
  CrashRecoveryContext *context = CrashRecoveryContext::GetCurrent();
  if (!currentFault || !context) {
    // No link's: as without this handler.
    errs() << "LLVM ERROR: " << reason << '\n';
    return;
  }
  StringRef firstLine = StringRef(reason).split('\n').first;
  currentFault->message = withoutAddresses(firstLine.rtrim(". "));
  recordActivity(*currentFault);
  context->HandleExit(EXIT_FAILURE);
}

/// `operator new` has failed: there is nothing to free and try again with.
void onOutOfMemory() { onFatalError(nullptr, "out of memory", false); }

void onSignal(int signal) {
  if (currentFault && currentFault->message.empty()) {
    Fault *fault = currentFault;
    fault->crashed = true;
    fault->message = strsignal(signal);
    // A second fault while writing this down must not come back here.
    currentFault = nullptr;
    recordActivity(*fault);
  }
  recoveryActions[signal].sa_handler(signal);
}

} // namespace

std::string Fault::function() const {
  for (const std::string &line : activity) {
    StringRef rest = StringRef(line).split("function '@").second;
    if (!rest.empty())
      return rest.substr(0, rest.rfind('\'')).str();
    rest = StringRef(line).split("function \"").second;
    if (!rest.empty())
      return rest.substr(0, rest.rfind('"')).str();
  }
  return {};
}

std::string currentFunction() {
  Fault activity;
  recordActivity(activity);
  return activity.function();
}

std::optional<Fault> runGuarded(function_ref<void()> body) {
  // On the heap: after a crash the stack below the guard is not to be trusted.
  auto fault = std::make_unique<Fault>();
  Fault *const outerFault = currentFault;
  const void *const outerSince = guardedSince;
  const void *const outerState = SavePrettyStackState();
  guardedSince = outerState;
  currentFault = fault.get();
  CrashRecoveryContext context;
  const bool returned = context.RunSafely(body);
  currentFault = outerFault;
  guardedSince = outerSince;
  if (returned)
    return std::nullopt;
  RestorePrettyStackState(outerState);
  return std::move(*fault);
}

void runOnLargeStack(function_ref<void()> body) {
  constexpr rlim_t wanted = 256U << 20;
  constexpr rlim_t share = 8;
  rlimit memory = {};
  getrlimit(RLIMIT_AS, &memory);
  // RLIM_INFINITY is the largest number.
  const auto stackSize =
      static_cast<unsigned>(std::min(wanted, memory.rlim_cur / share));
  llvm::thread thread(std::optional<unsigned>(stackSize), [&body] {
    static thread_local std::array<char, 1U << 16> signalStack;
    stack_t stack = {};
    stack.ss_sp = signalStack.data();
    stack.ss_size = signalStack.size();
    stack_t outer = {};
    sigaltstack(&stack, &outer);
    body();
    sigaltstack(&outer, nullptr);
  });
  thread.join();
}

void catchFatalErrors() {
  std::array<struct sigaction, crashSignals.size()> before;
  for (auto [signal, action] : zip_equal(crashSignals, before))
    sigaction(signal, nullptr, &action);
  // The way out of a fatal error is CrashRecoveryContext's; the handlers of
  // signals that come with it are not asked for here.
  CrashRecoveryContext::Enable();
  for (auto [signal, action] : zip_equal(crashSignals, before))
    sigaction(signal, &action, nullptr);
  remove_fatal_error_handler();
  install_fatal_error_handler(onFatalError);
  remove_bad_alloc_error_handler();
  install_bad_alloc_error_handler(onFatalError);
}

void catchCrashes() {
  catchFatalErrors();
  // Enables what is enabled by now, but with the handlers.
  CrashRecoveryContext::Disable();
  CrashRecoveryContext::Enable();
  std::set_new_handler(onOutOfMemory);
  // A write that fails for these reasons is reported where it is made.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  for (int signal : crashSignals) {
    struct sigaction &recovery = recoveryActions[signal];
    sigaction(signal, nullptr, &recovery);
    struct sigaction ours = recovery;
    ours.sa_handler = onSignal;
    // CrashRecoveryContext does not ask for it, and a stack overflow leaves no
    // room to handle the signal on the stack that overflowed.
    ours.sa_flags |= SA_ONSTACK;
    sigaction(signal, &ours, nullptr);
  }
}

} // namespace llbc
