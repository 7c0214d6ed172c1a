// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 4, first half: what the roots reach.
//
// Starting from the roots, each reached definition is loaded from the module
// where it prevails, and its references are followed. A module that nothing
// reaches is never opened, a body that nothing reaches is never read.

#ifndef LLBC_LINK_LIVESET_H
#define LLBC_LINK_LIVESET_H

#include "link/Resolve.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

namespace llbc {

/// A module of which something is live.
struct LiveModule {
  InputModule *input = nullptr;
  std::unique_ptr<llvm::Module> module;    ///< Only live bodies are in memory.
  std::vector<llvm::GlobalValue *> values; ///< The live definitions.
};

/// A reachable name that nothing defines.
struct UndefinedSymbol {
  std::string name;
  bool isWeak = false;
  /// "needed by f in file, src/lib.rs:41", then callers up to a root.
  std::vector<std::string> chain;
};

struct LiveSet {
  std::vector<LiveModule> modules; ///< In input order.
  std::vector<UndefinedSymbol> undefined;
};

/// Names that the inputs may define and that a later step asks for when it
/// meets an undefined symbol or an intrinsic of this name.
using StandIns = llvm::function_ref<std::vector<std::string>(llvm::StringRef)>;

/// Opens the modules of \p resolution as far as its roots and its native
/// objects need them, in
/// \p context, with \p dataLayout in place of their own (which may be an older
/// spelling). Modules with inline assembly, llvm.used or constructors count as
/// reached, and what \p standIns names. Damaged bodies are reported with their
/// file.
LiveSet computeLiveSet(const Resolution &resolution, llvm::LLVMContext &context,
                       llvm::StringRef dataLayout, StandIns standIns,
                       Diagnostics &diag);

} // namespace llbc

#endif // LLBC_LINK_LIVESET_H
