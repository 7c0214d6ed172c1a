// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Undefined.h"

#include "device/DeviceFamily.h"
#include "support/SymbolName.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace llbc {
namespace {

/// Arrays in shared memory without a size get it at launch; they have no
/// definition anywhere.
bool isDynamicSharedMemory(const GlobalValue &value) {
  const DeviceFamily *family = familyOf(value.getParent()->getTargetTriple());
  return family && isa<GlobalVariable>(value) &&
         value.getAddressSpace() == family->sharedAddressSpace();
}

void report(StringRef name, std::vector<std::string> notes,
            const UndefinedPolicy &policy, Diagnostics &diag) {
  const std::string what = "undefined symbol: " + describeSymbol(name);
  if (policy.allow)
    return diag.warning("", what, std::move(notes));
  llvm::append_range(notes, policy.originNotes(name));
  notes.push_back("note: link the crate or library that defines it, or pass " +
                  policy.cure);
  diag.error("", what, std::move(notes));
}

} // namespace

void reportUndefined(ArrayRef<UndefinedSymbol> undefined, const Module &module,
                     const UndefinedPolicy &policy, Diagnostics &diag) {
  for (const UndefinedSymbol &symbol : undefined) {
    const GlobalValue *value = module.getNamedValue(symbol.name);
    if (!value || !value->isDeclarationForLinker() || value->use_empty() ||
        value->hasExternalWeakLinkage() || policy.isProvided(symbol.name) ||
        isDynamicSharedMemory(*value))
      continue;
    // No PTX or code object can have a name that LLVM keeps for itself.
    if (StringRef(symbol.name).starts_with("llvm.")) {
      std::vector<std::string> notes = symbol.chain;
      notes.push_back("note: LLVM " LLVM_VERSION_STRING
                      " has no such intrinsic");
      diag.error("", "unknown intrinsic: " + symbol.name, std::move(notes));
      continue;
    }
    report(symbol.name, symbol.chain, policy, diag);
  }
}

void reportUndefinedInObjects(const Resolution &resolution,
                              const UndefinedPolicy &policy,
                              Diagnostics &diag) {
  StringSet<> reported;
  for (ArrayRef<InputModule *> inputs :
       {ArrayRef(resolution.objects), ArrayRef(resolution.modules)})
    for (const InputModule *input : inputs)
      for (const ModuleSymbol &symbol : input->summary.symbols) {
        if ((!input->isNative() && !symbol.isInAsm) || symbol.isUnused)
          continue;
        const Symbol *known = resolution.symbols.find(symbol.name);
        if (symbol.isReference() && !symbol.isWeakReference() && known &&
            !known->isDefined() && !policy.isProvided(symbol.name) &&
            reported.insert(symbol.name).second)
          report(symbol.name, {"needed by " + input->file->name}, policy, diag);
      }
}

void reportUndefinedInCode(ArrayRef<StringRef> names,
                           const UndefinedPolicy &policy, Diagnostics &diag) {
  for (StringRef name : names)
    if (!policy.isProvided(name))
      report(name, {"needed by the code that was generated"}, policy, diag);
}

} // namespace llbc
