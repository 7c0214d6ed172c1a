// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM keeps once for each process, held for the time of one link.

#ifndef LLBC_SUPPORT_LLVMOPTIONS_H
#define LLBC_SUPPORT_LLVMOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace llbc {

/// LLVM's own command line options: as they are for any number of links at
/// once, or set for a single one.
class LLVMOptions {
public:
  /// Waits until no other link has options set, or, with \p args, until no
  /// other link is at work.
  explicit LLVMOptions(llvm::ArrayRef<std::string> args);
  /// What was set gets LLVM's defaults again.
  ~LLVMOptions();
  LLVMOptions(const LLVMOptions &) = delete;
  LLVMOptions &operator=(const LLVMOptions &) = delete;

  /// Sets what the arguments say. Fails if LLVM does not take them.
  llvm::Error apply();

private:
  llvm::ArrayRef<std::string> args;
  std::shared_lock<std::shared_mutex> shared;
  std::unique_lock<std::shared_mutex> alone;
  std::vector<llvm::cl::Option *> untouched; ///< Not set by the process before.
};

/// LLVM's time profiler, which collects for one link at a time.
class TimeProfile {
public:
  /// Waits for its turn and starts the profiler, if \p isOn.
  explicit TimeProfile(bool isOn);
  ~TimeProfile();
  TimeProfile(const TimeProfile &) = delete;
  TimeProfile &operator=(const TimeProfile &) = delete;

private:
  std::unique_lock<std::mutex> lock;
};

/// The same on another thread of that link; ends with the object.
class ThreadTimeProfile {
public:
  explicit ThreadTimeProfile(bool isOn);
  ~ThreadTimeProfile();
  ThreadTimeProfile(const ThreadTimeProfile &) = delete;
  ThreadTimeProfile &operator=(const ThreadTimeProfile &) = delete;

private:
  bool isOn;
};

} // namespace llbc

#endif // LLBC_SUPPORT_LLVMOPTIONS_H
