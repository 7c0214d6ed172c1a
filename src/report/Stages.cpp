// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Stages.h"

using namespace llvm;

namespace llbc {

void reportFault(StringRef name, const Fault &fault, const Origins &origins,
                 Diagnostics &diag) {
  std::vector<std::string> notes;
  const std::string function = fault.function();
  if (!origins.files(function).empty())
    notes.push_back("in " + origins.describe(function));
  else if (!origins.empty())
    notes.push_back(origins.describeAll());
  if (!fault.activity.empty())
    notes.push_back("while " + fault.activity.front());
  if (fault.crashed)
    notes.push_back("note: LLVM crashed; the input may be damaged");
  diag.error(origins.location(function), name + " failed: " + fault.message,
             std::move(notes));
}

bool Stages::run(StringRef name, const Origins &origins,
                 function_ref<void()> body) {
  std::optional<Fault> fault = runGuarded(body);
  if (!fault)
    return !diag.hasErrors();
  faulted = true;
  // LLVM's back ends report what they cannot do, then die of it.
  if (!diag.hasErrors())
    reportFault(name, *fault, origins, diag);
  return false;
}

} // namespace llbc
