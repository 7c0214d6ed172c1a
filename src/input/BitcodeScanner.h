// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the linker's view of a bitcode module without making IR of it.
//
// Only the module-level records are read (llvm/Bitcode/LLVMBitCodes.h and
// BitcodeReader.cpp define them); blocks that hold bodies, constants and
// metadata are skipped by their length. The cost follows the number of global
// symbols, not the size of the code. LLVM's irsymtab is no substitute: it is
// rebuilt from the loaded module whenever the producer is not LLVM's own.

#ifndef LLBC_INPUT_BITCODESCANNER_H
#define LLBC_INPUT_BITCODESCANNER_H

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/StringSaver.h"

#include <string>
#include <vector>

namespace llbc {

/// One global value as the linker sees it. Local symbols are listed too: an
/// alias may name one.
struct ModuleSymbol {
  enum class Kind : uint8_t { Variable, Function, Alias, IFunc };
  /// As the linker sees it: without LLVM's \01, which keeps a name unmangled.
  llvm::StringRef name;
  Kind kind = Kind::Function;
  llvm::GlobalValue::LinkageTypes linkage = llvm::GlobalValue::ExternalLinkage;
  llvm::GlobalValue::VisibilityTypes visibility =
      llvm::GlobalValue::DefaultVisibility;
  llvm::GlobalValue::UnnamedAddr unnamedAddr =
      llvm::GlobalValue::UnnamedAddr::None;
  llvm::CallingConv::ID callingConv = llvm::CallingConv::C; ///< Functions.
  bool isDeclaration = false;
  /// A variable that the host looks up: CUDA's __device__, OpenMP's declare
  /// target, and what an offload runtime reads.
  bool isHostVariable = false;
  bool isInAsm = false; ///< Module assembly defines it or refers to it.
  /// Native objects: no relocation of what is loaded needs the symbol. It joins
  /// archive members, as in other linkers, and is not missed.
  bool isUnused = false;
  int comdat =
      -1; ///< Index into ModuleSummary::comdats; an alias': its base's.
  int aliasee = -1;         ///< Aliases: index of the symbol, where it is one.
  llvm::StringRef section;  ///< "" for the default one.
  uint64_t commonSize = 0;  ///< Of a tentative definition, in bytes.
  uint64_t commonAlign = 0; ///< Likewise; 0: not said.

  bool isLocal() const {
    // What has no name cannot be referred to from elsewhere.
    return llvm::GlobalValue::isLocalLinkage(linkage) || name.empty();
  }
  /// Whether another module's reference can be satisfied by this symbol.
  /// (An available_externally body is a copy for the optimiser only.)
  bool isDefinition() const {
    return !isDeclaration && !isLocal() &&
           linkage != llvm::GlobalValue::AvailableExternallyLinkage &&
           linkage != llvm::GlobalValue::AppendingLinkage;
  }
  /// Whether the module needs a definition from elsewhere.
  bool isReference() const {
    return (isDeclaration && !name.starts_with("llvm.")) ||
           linkage == llvm::GlobalValue::AvailableExternallyLinkage;
  }
  bool isWeakReference() const {
    return linkage == llvm::GlobalValue::ExternalWeakLinkage;
  }
  bool isCommon() const { return linkage == llvm::GlobalValue::CommonLinkage; }
};

struct ModuleComdat {
  llvm::StringRef name;
  bool noDuplicates = false;
};

/// What one module says about itself. Names point into the bitcode.
struct ModuleSummary {
  std::string producer; ///< Such as "LLVM22.1.8", or "" if not recorded.
  std::string triple;
  std::string dataLayout;
  std::vector<ModuleSymbol> symbols;
  std::vector<ModuleComdat> comdats;
  std::string moduleAsm;     ///< The text; its symbols: see scanAssembly.
  bool isAsmScanned = false; ///< They are among `symbols`.
  /// llvm.used, llvm.compiler.used and the lists of constructors and
  /// destructors: they keep things alive in a module that joined.
  bool hasAppending = false;
  /// Kernels may be marked in `!nvvm.annotations` only, which has to be
  /// upgraded.
  bool hasAnnotations = false;
  bool hasModuleAsm() const { return !moduleAsm.empty(); }
};

/// Scans \p module into \p summary. Fails for what LLVM's reader would reject
/// at module level: damaged records, an incompatible epoch; the summary then
/// holds what was read until there, such as the producer. Where the records
/// alone do not tell all, LLVM's reader loads the module (lazily) to make the
/// same summary: bitcode older than LLVM 5, which keeps names elsewhere;
/// `!nvvm.annotations` and `!omp_offload.info`; the sizes of tentative
/// definitions; aliases of a part of something. Names that are not in the file
/// as such are kept in \p names.
llvm::Error scanModule(const llvm::BitcodeModule &module,
                       llvm::StringSaver &names, ModuleSummary &summary);

} // namespace llbc

#endif // LLBC_INPUT_BITCODESCANNER_H
