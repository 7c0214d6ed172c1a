// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathLink.h"

#include "codegen/MathFunctions.h"
#include "codegen/Optimize.h"
#include "link/DeviceLibrary.h"
#include "support/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace llbc {
namespace {

bool callsMath(const Function &function) {
  return llvm::any_of(instructions(function),
                      [](const Instruction &instruction) {
                        return mathFunctionOf(instruction) != nullptr;
                      });
}

} // namespace

MathLink::MathLink(Module &module, const MathLibrary &library,
                   const ImageSetting &setting, Diagnostics &diag)
    : module(module), library(library), setting(setting), diag(diag),
      declared(declaredNames(module)) {
  for (const UndefinedSymbol &symbol : setting.undefined)
    if (!symbol.isWeak)
      undefined.insert(symbol.name);
  if (setting.config.optLevel != OptLevel::O0)
    simplify(module, callsMath);
  // The one library that comes with every Rust program.
  fallbacks = findFallbacks(module, library, [&](StringRef name) {
    const std::string files = setting.origins.files(name);
    StringRef archive = StringRef(files).split('(').first;
    return sys::path::filename(archive).starts_with("libcompiler_builtins-") &&
           archive.ends_with(".rlib");
  });
}

bool MathLink::isLibrarys(const Function &fallback) const {
  return !mathSymbols(fallback.getName(), library, /*fast=*/false).empty();
}

bool MathLink::hasFallbacks() const {
  return llvm::any_of(fallbacks, [&](const Function *fallback) {
    return isLibrarys(*fallback);
  });
}

bool MathLink::needsLibrary() const {
  return needsMathLibrary(module, library, undefined);
}

void MathLink::map(bool isThere) {
  for (Function *fallback : fallbacks) {
    if (!isThere && isLibrarys(*fallback))
      continue;
    fallback->deleteBody();
    fallback->setComdat(nullptr);
    undefined.insert(fallback->getName());
  }
  const StringSet<> conflicts =
      mapMath(module, library, undefined, isThere,
              setting.config.arithmetic.useFastVariants);
  for (StringRef name : conflicts.keys())
    diag.error("", "the inputs define " + describeSymbol(name) +
                       ", but not as the device library's function, which is "
                       "needed");
}

void MathLink::take(const std::string &path, LinkedLibraries &linked) {
  if (diag.hasErrors())
    return;
  linked.files.push_back(path);
  if (Error err = linkDeviceLibrary(module, path))
    return diag.error("", std::move(err),
                      {"note: the link needs it as a device library"});
  diag.note("linked what is needed of " + path);
}

std::string mathHint(StringRef symbol, bool isLibraryThere,
                     const MathLibrary &library, ArrayRef<StringRef> prefixes,
                     const MathNames &names) {
  const bool isOwn = llvm::any_of(
      prefixes, [&](StringRef prefix) { return symbol.starts_with(prefix); });
  if (!isOwn && !isMathFunction(symbol, library))
    return {};
  if (!isLibraryThere)
    return ("note: it is in " + names.library).str();
  return isOwn ? ("note: there is no such function in " + names.library).str()
               : "note: it is not declared as C's function of this name is";
}

void reportUnmappedMath(const Module &module, const MathLibrary &library,
                        const ImageSetting &setting, const MathNames &names,
                        Diagnostics &diag) {
  if (setting.missingLibrary.empty())
    return;
  for (const UnmappedMath &math : findUnmappedMath(module, library)) {
    StringRef function = math.operation->getFunction()->getName();
    const std::vector<std::string> notes = {
        "in " + setting.origins.describe(function), setting.missingLibrary};
    const std::string where = setting.origins.location(function);
    if (math.support == MathSupport::None)
      diag.error(where,
                 names.device + " cannot do " + math.name + " without " +
                     names.library,
                 notes);
    else
      diag.warning(where, math.name + " is inexact without " + names.library,
                   notes);
  }
}

std::vector<UndefinedSymbol> MathLink::undefinedIn(StringRef name) const {
  return undefinedSince(module, declared, name);
}

} // namespace llbc
