// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which module defines which name, by the rules of ELF linkers. The table
// works on scanned symbols only; stage 4 moves exactly the definitions that
// prevail here, so LLVM's IRMover never has to choose.

#ifndef LLBC_LINK_SYMBOLTABLE_H
#define LLBC_LINK_SYMBOLTABLE_H

#include "input/InputFile.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace llbc {

/// A definition: a symbol of one module.
struct SymbolRef {
  InputModule *module = nullptr;
  unsigned index = 0;

  const ModuleSymbol &operator*() const {
    return module->summary.symbols[index];
  }
  const ModuleSymbol *operator->() const { return &**this; }
};

/// What is known about a global name.
struct Symbol {
  enum class State : uint8_t {
    Undefined, ///< Referenced only.
    Lazy,      ///< Defined by an archive member that has not joined.
    Defined,   ///< Defined by a module that joined.
  };
  State state = State::Undefined;
  /// Some joined module needs it: an extern_weak reference does not count.
  bool isNeeded = false;
  SymbolRef definition; ///< Valid unless Undefined; the one that prevails.
  /// The least permissive of all joined definitions and references.
  llvm::GlobalValue::UnnamedAddr unnamedAddr =
      llvm::GlobalValue::UnnamedAddr::Global;
  /// The most constraining of all joined definitions and references, as in ELF:
  /// hidden in one input hides it.
  llvm::GlobalValue::VisibilityTypes visibility =
      llvm::GlobalValue::DefaultVisibility;
  /// While a tentative definition prevails: the largest size and alignment of
  /// all of them, native ones too.
  uint64_t commonSize = 0;
  uint64_t commonAlign = 0;

  bool isDefined() const { return state == State::Defined; }
  /// Whether bitcode defines it: no native object, no assembly.
  bool isInBitcode() const {
    return isDefined() && !definition.module->isNative() &&
           !definition->isInAsm;
  }
};

/// A name with two strong definitions.
struct DuplicateSymbol {
  llvm::StringRef name;
  InputModule *first = nullptr;
  InputModule *second = nullptr;
};

class SymbolTable {
public:
  /// Adds the definitions of a module that joins. Returns the indices of its
  /// other symbols, which the caller adds as references, in order.
  std::vector<unsigned> addDefinitions(InputModule &module);

  /// Adds the reference of a module that joined. Returns the file that it
  /// extracts, or null. As in lld, whatever that file defines and extracts
  /// comes before the next reference: it decides which members join at all.
  InputFile *addReference(SymbolRef reference);

  /// Offers the definitions of a lazy module. Returns whether one of them is
  /// already needed, so that the file must join now.
  bool addLazy(InputModule &module);

  /// Records a need for \p name from outside the modules (an export). Returns
  /// the file to extract for it, or null.
  InputFile *require(llvm::StringRef name);

  /// The archive member that would define \p name, if it has not joined and no
  /// input that joined defines it; else null.
  InputFile *lazyDefinition(llvm::StringRef name) const;

  /// Null if no module mentions \p name.
  const Symbol *find(llvm::StringRef name) const;

  llvm::ArrayRef<DuplicateSymbol> duplicates() const { return duplicateList; }

private:
  InputFile *reference(llvm::StringRef name, const ModuleSymbol *from);
  void define(SymbolRef definition);
  /// Comdat groups come whole from the first module that has them.
  bool claimComdat(InputModule &module, unsigned index);

  llvm::StringMap<Symbol> symbols;
  llvm::StringMap<InputModule *> comdatOwners;
  std::vector<DuplicateSymbol> duplicateList;
};

} // namespace llbc

#endif // LLBC_LINK_SYMBOLTABLE_H
