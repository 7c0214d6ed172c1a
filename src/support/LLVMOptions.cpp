// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/LLVMOptions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

constexpr unsigned traceGranularity = 100; // microseconds

std::shared_mutex &optionsMutex() {
  static std::shared_mutex mutex;
  return mutex;
}

std::mutex &profilerMutex() {
  static std::mutex mutex;
  return mutex;
}

void startProfiler() {
  timeTraceProfilerInitialize(traceGranularity, "llvm-bitcode-linker");
}

} // namespace

LLVMOptions::LLVMOptions(ArrayRef<std::string> args) : args(args) {
  if (args.empty())
    shared = std::shared_lock(optionsMutex());
  else
    alone = std::unique_lock(optionsMutex());
}

LLVMOptions::~LLVMOptions() {
  for (cl::Option *option : untouched)
    if (option->getNumOccurrences() != 0)
      option->reset();
}

Error LLVMOptions::apply() {
  if (args.empty())
    return Error::success();
  // LLVM would print these and end the process.
  for (StringRef arg : args)
    if (StringRef name = arg.ltrim('-');
        name.starts_with("help") || name == "version")
      return createStringError("option '-mllvm': '" + arg +
                               "' is not for a linker; see opt --help-hidden");
  for (const auto &entry : cl::getRegisteredOptions())
    if (entry.second->getNumOccurrences() == 0)
      untouched.push_back(entry.second);
  std::vector<const char *> argv = {"llvm-bitcode-linker -mllvm"};
  for (const std::string &arg : args)
    argv.push_back(arg.c_str());
  std::string errors;
  raw_string_ostream os(errors);
  if (cl::ParseCommandLineOptions(static_cast<int>(argv.size()), argv.data(),
                                  "", &os))
    return Error::success();
  // What is wrong with a value LLVM has printed by itself.
  if (StringRef(errors).trim().empty())
    return createStringError("option '-mllvm': LLVM refuses '" +
                             join(args, " ") + "'");
  return createStringError(StringRef(errors).trim());
}

TimeProfile::TimeProfile(bool isOn) {
  if (!isOn)
    return;
  lock = std::unique_lock(profilerMutex());
  startProfiler();
}

TimeProfile::~TimeProfile() {
  if (lock)
    timeTraceProfilerCleanup();
}

ThreadTimeProfile::ThreadTimeProfile(bool isOn) : isOn(isOn) {
  if (isOn)
    startProfiler();
}

ThreadTimeProfile::~ThreadTimeProfile() {
  if (isOn)
    timeTraceProfilerFinishThread();
}

} // namespace llbc
