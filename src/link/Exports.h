// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which symbols a link is asked to keep visible, beside the kernels.

#ifndef LLBC_LINK_EXPORTS_H
#define LLBC_LINK_EXPORTS_H

#include "llbc/Config.h"

#include "input/BitcodeScanner.h"
#include "link/VersionScript.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <optional>

namespace llbc {

/// The requests of one command line.
struct Exports {
  std::vector<std::string> names; ///< In order, with those of the list files.
  SymbolPatterns patterns;
  std::optional<VersionScript> script;
  std::string scriptText; ///< The version script as it is; "" without one.

  /// Whether \p symbol, a definition that prevails and is not hidden, is
  /// exported for a reason other than its name being in `names`. \p unlisted:
  /// the policy for what nothing lists. \p isLazy: from an archive member.
  bool covers(const ModuleSymbol &symbol, Unlisted unlisted, bool isLazy) const;
};

/// The version script for an image that must show \p kernels, each with its
/// second symbol where there is a \p descriptorSuffix, and \p others: the
/// user's own if it shows the kernels, else one with its versions that names
/// all of them and hides the rest. \p hasBitcode: symbols that need not be
/// visible may be gone.
std::string makeVersionScript(const Exports &exports,
                              llvm::ArrayRef<llvm::StringRef> kernels,
                              llvm::StringRef descriptorSuffix,
                              llvm::ArrayRef<llvm::StringRef> others,
                              bool hasBitcode);

/// Reads the lists and scripts that \p config names and adds their paths to
/// \p paths.
llvm::Expected<std::unique_ptr<Exports>>
readExports(const Config &config, std::vector<std::string> &paths);

} // namespace llbc

#endif // LLBC_LINK_EXPORTS_H
