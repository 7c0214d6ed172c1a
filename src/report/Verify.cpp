// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/Verify.h"

#include "support/CrashGuard.h"
#include "support/SymbolName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc {
namespace {

/// The verifier's text: what is wrong, then the instructions concerned.
std::vector<std::string> splitLines(StringRef text) {
  std::vector<std::string> lines;
  for (StringRef line : split(text.trim(), '\n'))
    lines.push_back(line.trim().str());
  return lines;
}

void reportInvalid(StringRef where, StringRef what, StringRef text,
                   Diagnostics &diag, std::vector<std::string> moreNotes = {}) {
  std::vector<std::string> lines = splitLines(text);
  const std::string reason = lines.front();
  lines.erase(lines.begin());
  constexpr size_t maxLines = 8;
  if (lines.size() > maxLines)
    lines.resize(maxLines);
  llvm::append_range(lines, moreNotes);
  diag.error(where, what + ": " + reason, std::move(lines));
}

class Handler : public DiagnosticHandler {
public:
  Handler(Diagnostics &diag, const Origins &origins)
      : diag(diag), origins(origins) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    if (info.getSeverity() != DS_Error && info.getSeverity() != DS_Warning)
      return true;
    std::string where;
    std::string text;
    raw_string_ostream os(text);
    DiagnosticPrinterRawOStream printer(os);
    std::string function = currentFunction();
    if (const auto *unsupported = dyn_cast<DiagnosticInfoUnsupported>(&info)) {
      function = unsupported->getFunction().getName();
      printer << unsupported->getMessage();
      if (unsupported->isLocationAvailable())
        where = unsupported->getLocationStr();
    } else if (const auto *limit = dyn_cast<DiagnosticInfoResourceLimit>(&info);
               limit && !limit->isLocationAvailable()) {
      function = limit->getFunction().getName();
      where = origins.location(function);
      info.print(printer);
    } else {
      info.print(printer);
    }
    // What LLVM writes where it has no location.
    for (StringRef unknown : {"<unknown>:0:0: ", "<unknown>:0: "})
      if (StringRef(text).starts_with(unknown))
        text.erase(0, unknown.size());
    std::vector<std::string> notes;
    if (!function.empty())
      notes.push_back("in " + origins.describe(function));
    else if (!origins.empty())
      notes.push_back(origins.describeAll());
    if (info.getSeverity() == DS_Error)
      diag.error(where, StringRef(text).trim().rtrim('.'), std::move(notes));
    else
      diag.warning(where, StringRef(text).trim().rtrim('.'), std::move(notes));
    return true;
  }

private:
  Diagnostics &diag;
  const Origins &origins;
};

} // namespace

void verify(Module &module, const Origins &origins, StringRef when,
            bool wantsDebug, Diagnostics &diag) {
  TimeTraceScope scope("Verify");
  std::string text;
  raw_string_ostream os(text);
  bool brokenDebugInfo = false;
  if (!verifyModule(module, &os, &brokenDebugInfo)) {
    if (brokenDebugInfo) {
      if (wantsDebug)
        diag.warning(
            "", "dropped all debug information, which is invalid after " + when,
            {splitLines(text).front(), origins.describeAll()});
      StripDebugInfo(module);
    }
    return;
  }
  bool located = false;
  for (const Function &function : module) {
    std::string reason;
    raw_string_ostream reasonStream(reason);
    if (function.isDeclaration() || !verifyFunction(function, &reasonStream))
      continue;
    located = true;
    reportInvalid(origins.files(function.getName()),
                  ("function " + describeSymbol(function.getName()) +
                   " is invalid after " + when)
                      .str(),
                  reason, diag);
  }
  if (!located)
    reportInvalid("", ("the module is invalid after " + when).str(), text, diag,
                  {origins.describeAll()});
}

std::unique_ptr<DiagnosticHandler>
makeDiagnosticHandler(Diagnostics &diag, const Origins &origins) {
  return std::make_unique<Handler>(diag, origins);
}

} // namespace llbc
