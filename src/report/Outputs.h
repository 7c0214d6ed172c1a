// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files a link writes and what they are called.

#ifndef LLBC_REPORT_OUTPUTS_H
#define LLBC_REPORT_OUTPUTS_H

#include "llbc/Config.h"

#include "support/OutputFile.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <mutex>
#include <set>

namespace llbc {

/// Which of several images an output is made of.
struct ImageLabel {
  EmitKind kind = EmitKind::Asm; ///< What its target makes.
  std::string arch;              ///< "" for the only image of a link.
};

/// Collects the outputs of one link and writes them together at its end. Safe
/// to use from several threads.
class Outputs {
public:
  /// \p defaultKind is what is made where no kind is asked for;
  /// \p severalImages says whether there will be more than one.
  Outputs(const Config &config, EmitKind defaultKind, bool severalImages);

  /// Adds the output of \p kind, made by \p make of the image \p label or of
  /// all, if it was asked for.
  void add(EmitKind kind, const ImageLabel &label,
           llvm::function_ref<std::string()> make);

  /// Adds `<output>.<suffix>`, in the folder of --save-temps, if that was
  /// given.
  void saveTemp(const ImageLabel &label, llvm::StringRef suffix,
                llvm::function_ref<std::string()> make);

  /// Adds the time trace, where LLVM's profiler is running.
  void addTimeTrace();

  bool wants(EmitKind kind) const;
  bool wantsAnyOf(llvm::ArrayRef<EmitKind> kinds) const;

  /// Whether someone will read the IR as text.
  bool wantsIR() const;

  /// The Makefile rule for the first output, from \p inputs and the response
  /// files.
  std::string depInfo(std::vector<std::string> inputs) const;

  /// Fails if a kind was asked for and nothing was added as it.
  llvm::Error checkComplete() const;

  /// Fails if a file was named for a kind of which there are several.
  llvm::Error checkNames() const;

  /// Writes all files, or none. Fails if two of them are the same file, or if
  /// one is among \p inputs.
  llvm::Error write(llvm::ArrayRef<std::string> inputs) const;
  /// Writes the intermediate files alone, for a link that failed.
  llvm::Error writeTemps(llvm::ArrayRef<std::string> inputs) const;

private:
  llvm::Error check(llvm::ArrayRef<OutputFile> outputs,
                    llvm::ArrayRef<std::string> inputs) const;
  std::string pathFor(const Emission &emission, const ImageLabel &label) const;
  /// The output's path with another suffix in place of its own.
  std::string withSuffix(llvm::StringRef suffix) const;

  const Config &config;
  std::vector<Emission> emissions;
  bool severalImages;
  size_t mainIndex = 0; ///< The emission that -o names.
  std::mutex mutex;
  std::vector<OutputFile> files;
  std::set<EmitKind> made; ///< The kinds of `files`.
  std::vector<OutputFile> temps;
};

} // namespace llbc

#endif // LLBC_REPORT_OUTPUTS_H
