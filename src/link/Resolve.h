// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3: which modules join the link, and what it must keep.

#ifndef LLBC_LINK_RESOLVE_H
#define LLBC_LINK_RESOLVE_H

#include "link/Exports.h"
#include "link/SymbolTable.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/Triple.h"

namespace llbc {

/// The outcome of resolution. No module joins after it.
struct Resolution {
  SymbolTable symbols;
  std::vector<InputModule *> modules; ///< Those that joined, in input order.
  std::vector<InputModule *> objects; ///< The native ones, likewise.
  /// Names that objects refer to or define too, and bitcode defines.
  llvm::StringSet<> usedByObjects;
  /// Names of prevailing definitions: kernels (and aliases of kernels) in input
  /// order; variables that the host sets, then the exported symbols that exist.
  std::vector<llvm::StringRef> kernels;
  std::vector<llvm::StringRef> exports;
};

/// Whether \p symbol of \p summary is a kernel by its calling convention, or an
/// alias of one.
bool isKernel(const ModuleSymbol &symbol, const ModuleSummary &summary);

/// The triple of the link: the one that \p config asks for, else that of the
/// first input that has one.
llvm::Expected<llvm::Triple> chooseTriple(const Config &config,
                                          const Inputs &inputs);

/// What inputs are resolved for.
struct ResolveTarget {
  llvm::Triple triple;
  bool linksObjects = false; ///< Native objects can be part of the image.
  /// Which code of bundles takes part, where they hold several; see Device.
  std::string tag;
  /// The triples of all images of the link: their inputs are no mistake.
  std::vector<llvm::Triple> others;
};

/// Resolves \p inputs. Archive members join when a joined module needs a symbol
/// of theirs, when \p exports lists one by name, when they define a kernel that
/// is not defined yet, or when they hold assembly. Members for another target
/// do not take part. Reports duplicate strong definitions and joined modules
/// for another target.
Resolution resolve(Inputs &inputs, const Exports &exports,
                   const ResolveTarget &target, Diagnostics &diag);

/// Writes one line per joined module and root, for --save-temps and -v.
std::string describe(const Resolution &resolution);

} // namespace llbc

#endif // LLBC_LINK_RESOLVE_H
