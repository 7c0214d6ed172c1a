// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Undefined.h"

#include "report/SymbolName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"

using namespace llvm;

namespace llbc {
namespace {

/// Arrays in shared memory without a size get it at launch; they have no
/// definition anywhere.
bool isDynamicSharedMemory(const GlobalValue &value) {
  constexpr unsigned sharedAddressSpace = 3;
  return isa<GlobalVariable>(value) &&
         value.getAddressSpace() == sharedAddressSpace;
}

/// Whether \p name occurs in \p assembly as a whole identifier.
bool isNamedInAsm(StringRef assembly, StringRef name) {
  auto isIdentifier = [](char c) {
    return isAlnum(c) || c == '_' || c == '$' || c == '%';
  };
  for (size_t at = assembly.find(name); at != StringRef::npos;
       at = assembly.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !isIdentifier(assembly[at - 1])) &&
        (end == assembly.size() || !isIdentifier(assembly[end])))
      return true;
  }
  return false;
}

} // namespace

void reportUndefined(ArrayRef<UndefinedSymbol> undefined, const Module &module,
                     bool allow, function_ref<bool(StringRef)> isProvided,
                     Diagnostics &diag) {
  for (const UndefinedSymbol &symbol : undefined) {
    const GlobalValue *value = module.getNamedValue(symbol.name);
    if (!value || value->use_empty() || isProvided(symbol.name) ||
        isDynamicSharedMemory(*value) ||
        isNamedInAsm(module.getModuleInlineAsm(), symbol.name))
      continue;
    std::vector<std::string> notes = symbol.chain;
    // No PTX or code object can have a name that LLVM keeps for itself.
    if (StringRef(symbol.name).starts_with("llvm.")) {
      notes.push_back("note: LLVM " LLVM_VERSION_STRING
                      " has no such intrinsic");
      diag.error("", "unknown intrinsic: " + symbol.name, std::move(notes));
      continue;
    }
    const std::string what = "undefined symbol: " + describeSymbol(symbol.name);
    if (allow) {
      diag.warning("", what, std::move(notes));
      continue;
    }
    notes.push_back("note: link the crate or library that defines it, or pass "
                    "--allow-undefined");
    diag.error("", what, std::move(notes));
  }
}

} // namespace llbc
