// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files a link makes and what they are called.

#ifndef LLBC_REPORT_OUTPUTS_H
#define LLBC_REPORT_OUTPUTS_H

#include "llbc/Link.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <mutex>

namespace llbc {

/// Which of several images an output is made of.
struct ImageLabel {
  EmitKind kind = EmitKind::Asm; ///< What its target makes.
  std::string arch;              ///< "" for the only image of a link.
  size_t index = 0;              ///< Among the images of the link.
};

/// Collects the outputs of one link. Safe to use from several threads.
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

  /// Fails if a file was named for a kind of which there are several, or if a
  /// rule for make would have no target.
  llvm::Error checkNames() const;

  /// What was added, in the order that LinkResult promises; once.
  std::vector<OutputFile> takeFiles();
  /// The intermediate files, likewise.
  std::vector<OutputFile> takeTemps() { return std::move(temps); }

private:
  /// A file, and its place among all of them.
  struct Entry {
    size_t emission;
    size_t image;
    OutputFile file;
  };

  std::string pathFor(const Emission &emission, const ImageLabel &label) const;
  /// What the names of intermediate files begin with.
  llvm::StringRef baseName() const;
  /// The output's path with another suffix in place of its own.
  std::string withSuffix(llvm::StringRef suffix) const;

  const Config &config;
  std::vector<Emission> emissions;
  bool severalImages;
  size_t mainIndex = 0; ///< The emission that -o names.
  std::mutex mutex;
  std::vector<Entry> files;
  std::vector<OutputFile> temps;
};

} // namespace llbc

#endif // LLBC_REPORT_OUTPUTS_H
