// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds out what code needs by letting LLVM try: there is no table of
// instructions here that could be wrong.

#ifndef LLBC_CODEGEN_NVPTX_PROBE_H
#define LLBC_CODEGEN_NVPTX_PROBE_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "report/Verify.h"
#include "support/CrashGuard.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <chrono>

namespace llbc::nvptx {

/// What LLVM said about one function while it generated code.
struct Complaint {
  std::string function; ///< "" where none is known.
  Diagnostic message;
};

/// One try at code generation.
struct Attempt {
  bool succeeded() const;

  std::string ptx;
  std::vector<Complaint> complaints;
  std::optional<Fault> fault;
};

/// Generates code for \p module in a guard of its own. After a fault, no use of
/// the module and its context is safe any more.
Attempt tryEmit(llvm::Module &module, llvm::TargetMachine &machine,
                const Origins &origins);

/// What a function needs for LLVM to have code for it.
struct Need {
  /// Empty: the processor will do. One that later ones stand in for, or several
  /// of which each is a GPU by itself.
  std::vector<std::string> cpus;
  unsigned isa = 0;
  bool isDefaultIsa = false; ///< Of the (first) processor.
};

/// Tries out code generation on copies of a module.
class Prober {
public:
  /// \p bitcode must outlive the prober.
  Prober(llvm::StringRef bitcode, llvm::Triple triple, OptLevel level,
         const Origins &origins);

  /// Code for the functions that \p keeps selects; the others are external
  /// then. \p isa is 0 for the processor's own.
  Attempt emitFor(llvm::StringRef cpu, unsigned isa,
                  llvm::function_ref<bool(llvm::StringRef)> keeps) const;

  /// The least beyond \p cpu and \p isa that \p function compiles for; absent
  /// if LLVM has no code for it at all.
  std::optional<Need> needOf(llvm::StringRef function, llvm::StringRef cpu,
                             unsigned isa) const;

  bool isKernel(llvm::StringRef function) const;

  /// Whether the search has taken so long that a better message is not worth
  /// more.
  bool isLate() const;

private:
  std::optional<unsigned> lowestIsa(llvm::StringRef function,
                                    llvm::StringRef cpu, unsigned above) const;
  bool works(llvm::StringRef function, llvm::StringRef cpu, unsigned isa) const;
  std::optional<Need> needOnNewer(llvm::StringRef function,
                                  llvm::StringRef cpu) const;

  llvm::StringRef bitcode;
  llvm::Triple triple;
  OptLevel level;
  const Origins &origins;
  std::chrono::steady_clock::time_point start;
  std::vector<unsigned> isas;    ///< All that LLVM knows, in order.
  std::vector<std::string> cpus; ///< Likewise; a generic one before its kin.
};

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_PROBE_H
