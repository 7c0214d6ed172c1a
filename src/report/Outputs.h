// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files a link writes and what they are called.

#ifndef LLBC_REPORT_OUTPUTS_H
#define LLBC_REPORT_OUTPUTS_H

#include "llbc/Config.h"

#include "support/OutputFile.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llbc {

/// Collects the outputs of one link and writes them together at its end.
class Outputs {
public:
  /// \p imageKind is what the target makes where no kind is asked for.
  Outputs(const Config &config, EmitKind imageKind);

  /// Adds the output of \p kind, made by \p make, if it was asked for.
  void add(EmitKind kind, llvm::function_ref<std::string()> make);

  /// Adds `<output>.<suffix>`, in the folder of --save-temps, if that was
  /// given.
  void saveTemp(llvm::StringRef suffix, llvm::function_ref<std::string()> make);

  /// Adds the time trace, where LLVM's profiler is running.
  void addTimeTrace();

  bool wants(EmitKind kind) const;

  /// Whether a kind is asked for that only bitcode can become.
  bool wantsCode() const;

  /// Whether someone will read the IR as text.
  bool wantsIR() const;

  /// The Makefile rule for the first output, from \p inputs and the response
  /// files.
  std::string depInfo(std::vector<std::string> inputs) const;

  /// Writes all files, or none. Fails if two of them are the same file, or if
  /// one is among \p inputs.
  llvm::Error write(llvm::ArrayRef<std::string> inputs) const;
  /// Writes the intermediate files alone, for a link that failed.
  llvm::Error writeTemps(llvm::ArrayRef<std::string> inputs) const;

private:
  llvm::Error check(llvm::ArrayRef<OutputFile> outputs,
                    llvm::ArrayRef<std::string> inputs) const;
  std::string pathFor(const Emission &emission, bool isMain) const;
  llvm::StringRef suffixOf(EmitKind kind) const;
  /// The output's path with another suffix in place of its own.
  std::string withSuffix(llvm::StringRef suffix) const;

  const Config &config;
  EmitKind imageKind;
  std::vector<Emission> emissions; ///< With their paths.
  std::string mainPath;            ///< The image's, or the first file's.
  std::vector<OutputFile> files;
  std::vector<OutputFile> temps;
};

} // namespace llbc

#endif // LLBC_REPORT_OUTPUTS_H
