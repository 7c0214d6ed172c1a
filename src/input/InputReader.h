// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the two halves of stage 2: telling kinds apart, expanding archives.

#ifndef LLBC_INPUT_INPUTREADER_H
#define LLBC_INPUT_INPUTREADER_H

#include "input/InputFile.h"

#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/FileSystem.h"

#include <set>

namespace llbc {

/// Adds files to an Inputs; remembers what was skipped for -v.
class InputReader {
public:
  InputReader(Inputs &inputs, const Config &config, Diagnostics &diag)
      : inputs(inputs), config(config), diag(diag) {}

  /// Opens \p path, which the user or a thin archive named.
  void addPath(llvm::StringRef path, bool wholeArchive);

private:
  /// \p buffer is known as \p name; \p lazy and \p inArchive say how it got
  /// here. What is foreign in an archive is skipped, elsewhere an error.
  void addBuffer(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                 bool inArchive, bool wholeArchive);
  void addBitcode(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                  llvm::StringRef arch = {});
  void addTextualIR(llvm::MemoryBufferRef buffer, llvm::StringRef name,
                    bool lazy);
  void addObject(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                 bool inArchive);
  bool usesBitcode(const llvm::object::ELFObjectFileBase &object,
                   llvm::StringRef bitcode);
  void addNative(const llvm::object::ELFObjectFileBase &object,
                 llvm::StringRef name, bool lazy, llvm::StringRef arch = {});
  /// Adds the contents of OffloadBinaries, one after the other in \p buffer.
  void addOffloadBinaries(llvm::MemoryBufferRef buffer, llvm::StringRef name,
                          bool lazy, bool isRegistered);
  /// Adds the image of \p binary to what is linked, if it is an object that can
  /// be; returns false for what is none.
  bool addRelocatable(const llvm::object::OffloadBinary &binary,
                      llvm::StringRef name, bool lazy);
  /// Adds what \p object carries for devices; returns whether there is some.
  bool addOffloadSections(const llvm::object::ObjectFile &object,
                          llvm::StringRef name, bool lazy);
  /// Adds \p bytes if it is a finished image; returns whether it is one, or a
  /// damaged one that was reported.
  bool addImage(llvm::StringRef bytes, llvm::StringRef name);
  void addArchive(llvm::MemoryBufferRef buffer, llvm::StringRef name,
                  bool wholeArchive);

  Inputs &inputs;
  const Config &config;
  Diagnostics &diag;
  /// Archives whose members are offered already; once is enough.
  std::set<llvm::sys::fs::UniqueID> offered;
};

/// The file that -l\p name means: lib<name>.a, lib<name>.bc or <name>.bc in the
/// first of \p dirs that has one of them, or for ":file" that very file. With
/// \p isShared, lib<name>.so goes first. An error lists where it was looked
/// for.
llvm::Expected<std::string> findLibrary(llvm::StringRef name,
                                        llvm::ArrayRef<std::string> dirs,
                                        bool isShared = false);

/// Whether \p path is called like a shared library.
bool isSharedLibrary(llvm::StringRef path);

} // namespace llbc

#endif // LLBC_INPUT_INPUTREADER_H
