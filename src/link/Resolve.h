// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 3: which modules join the link, and what it must keep.

#ifndef LLBC_LINK_RESOLVE_H
#define LLBC_LINK_RESOLVE_H

#include "link/Exports.h"
#include "link/SymbolTable.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/Triple.h"

namespace llbc {

class DeviceFamily;

/// Why a definition that prevails stays in the image.
enum class Reason {
  Kernel,         ///< The host launches it.
  Export,         ///< Listed, or visible by the policy for what nothing lists.
  HostVariable,   ///< The host looks it up: ModuleSymbol::isHostVariable.
  Object,         ///< A native object refers to it, or defines it too.
  Assembly,       ///< Module assembly refers to it.
  SectionMember,  ///< `__start_` or `__stop_` of its section is used.
  RuntimeRoutine, ///< Code generation may call it, where its kind of type
                  ///< occurs.
};

/// How a definition that prevails stays in the image.
struct Preserved {
  Reason reason = Reason::Export; ///< The first that applies, in their order.
  bool isVisible = false;         ///< From outside the image.
  bool isFunction = false;        ///< Or an alias of one.
};

/// The outcome of resolution. No module joins after it.
struct Resolution {
  SymbolTable symbols;
  std::vector<InputModule *> modules; ///< Those that joined, in input order.
  std::vector<InputModule *> objects; ///< The native ones, likewise.
  /// What stays, by name: kernels in input order, then the rest reason by
  /// reason. All later stages take it from here; what is not listed becomes
  /// internal.
  llvm::MapVector<llvm::StringRef, Preserved> preserved;
  /// Bounds of sections that bitcode has and the link walks.
  llvm::StringSet<> sectionBounds;

  /// Whether the ELF link defines \p symbol as a bound of a section
  /// (`__start_<name>`, `__stop_<name>`), as far as can be known before it.
  bool mayBeSectionBound(llvm::StringRef symbol) const;
  /// The names that stay for \p reason, in order.
  std::vector<llvm::StringRef> names(Reason reason) const;
  /// The names that are visible and no kernels, in order.
  std::vector<llvm::StringRef> visibleBesideKernels() const;
};

/// The function that \p symbol of \p summary is or is an alias of, if it is
/// defined there; else null.
const ModuleSymbol *definedFunction(const ModuleSymbol &symbol,
                                    const ModuleSummary &summary);

/// The triple of the link: the one that \p config asks for, else that of the
/// first input that has one.
llvm::Expected<llvm::Triple> chooseTriple(const Config &config,
                                          const Inputs &inputs);

/// What inputs are resolved for.
struct ResolveTarget {
  llvm::Triple triple;
  const DeviceFamily *family = nullptr; ///< Of the triple.
  Unlisted unlisted = Unlisted::Hidden;
  /// What code generation may call and nothing outside the image defines.
  std::vector<std::string> runtimeRoutines;
  /// Which code of bundles takes part, where they hold several; see Device.
  std::string tag;
  /// The triples of all images of the link: their inputs are no mistake.
  std::vector<llvm::Triple> others;
};

/// Resolves \p inputs. Archive members join when a joined module or object
/// needs a symbol of theirs, when \p exports lists one by name, when they
/// define a kernel that is not defined yet, or a routine that code generation
/// may call. Members for another target do not take part. Reports duplicate
/// strong definitions and joined modules for another target.
Resolution resolve(Inputs &inputs, const Exports &exports,
                   const ResolveTarget &target, Diagnostics &diag);

/// Writes one line per joined module and root, for --save-temps and -v.
std::string describe(const Resolution &resolution);

} // namespace llbc

#endif // LLBC_LINK_RESOLVE_H
