// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stage 2: every input opened, archives expanded, symbols scanned; no IR yet.

#ifndef LLBC_INPUT_INPUTFILE_H
#define LLBC_INPUT_INPUTFILE_H

#include "llbc/Config.h"
#include "llbc/Diagnostics.h"

#include "image/DeviceImage.h"
#include "input/BitcodeScanner.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

#include <deque>
#include <memory>
#include <optional>

namespace llbc {

struct InputFile;

/// One bitcode module or native object, and where it came from.
struct InputModule {
  InputFile *file = nullptr;
  std::optional<llvm::BitcodeModule> bitcode; ///< Absent: a native object.
  llvm::MemoryBufferRef
      object; ///< The native object's bytes: ELF, relocatable.
  ModuleSummary summary;

  bool isNative() const { return !bitcode; }
};

/// A file of the command line, or one member of an archive.
struct InputFile {
  std::string name;  ///< As in messages: the path, or `archive(member)`.
  bool lazy = false; ///< An archive member that joins only when it is needed.
  // NOLINTBEGIN(readability-redundant-member-init): for aggregates without them
  std::vector<InputModule> modules = {}; ///< More than one is rare but valid.
  std::string arch = {}; ///< From a bundle: the processor that it names.
  // NOLINTEND(readability-redundant-member-init)
};

/// A shared library that the image is linked with.
struct LibraryInput {
  std::string path;
  bool isSearched = false; ///< By -l; else \c path is what the user wrote.
};

/// All inputs of a link. Owns the bytes that everything else points into.
struct Inputs {
  std::deque<InputFile> files; ///< In command line order; addresses are stable.
  std::vector<DeviceImage> images; ///< Finished: they can only be packaged.
  std::vector<std::string> paths;  ///< Every file that was read, for dep-info.
  std::vector<LibraryInput> libraries; ///< Shared ones, in order.
  llvm::StringSet<> librarySymbols;    ///< What they define.
  /// Operands of -l that were not found, and what there is to say.
  std::vector<std::pair<std::string, std::string>> missingLibraries;

  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  llvm::BumpPtrAllocator nameAllocator;
  llvm::StringSaver names{nameAllocator};
};

/// Adds the library at \p path to \p inputs, or reports why it is none.
void addSharedLibrary(Inputs &inputs, llvm::StringRef path, bool isSearched,
                      Diagnostics &diag);

/// Opens and scans the inputs that \p config names. Faults are reported to
/// \p diag, all of them, each with the name of its file and member; the result
/// then lacks those files.
std::unique_ptr<Inputs> readInputs(const Config &config, Diagnostics &diag);

/// "cannot read bitcode: <reason> (produced by <producer>, read with LLVM
/// x.y.z)": the reader's reason, with the versions that may explain it; for a
/// newer LLVM also what can read it.
std::string readerMessage(llvm::Error err, llvm::StringRef producer);

} // namespace llbc

#endif // LLBC_INPUT_INPUTFILE_H
