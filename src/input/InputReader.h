// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between the two halves of stage 2: telling kinds apart, expanding archives.

#ifndef LLBC_INPUT_INPUTREADER_H
#define LLBC_INPUT_INPUTREADER_H

#include "input/InputFile.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/FileSystem.h"

#include <set>

namespace llbc {

/// Device code in a package, and what the package says of it.
struct PackagedCode {
  llvm::StringRef bytes; ///< Not aligned, and not there for long.
  llvm::object::ImageKind kind = llvm::object::IMG_None; ///< Often a guess.
  std::string triple;
  std::string arch;
  std::string name; ///< As in messages: `package(triple,arch)`.
  bool lazy = false;
  bool isRegistered = false; ///< See DeviceImage.
};

/// Adds files to an Inputs; remembers what was skipped for -v.
class InputReader {
public:
  InputReader(Inputs &inputs, const Config &config, Diagnostics &diag)
      : inputs(inputs), config(config), diag(diag) {}

  /// Opens \p path, which the user or a thin archive named.
  void addPath(llvm::StringRef path, bool wholeArchive);

  /// Adds \p bytes in memory, which messages call \p name.
  void addMemory(llvm::StringRef bytes, llvm::StringRef name,
                 bool wholeArchive);

  /// Adds rustc's allocator shim, where the files so far need one.
  void addAllocatorShims();

private:
  /// \p buffer is known as \p name; \p lazy and \p inArchive say how it got
  /// here. What is foreign in an archive is skipped, elsewhere an error.
  void addBuffer(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                 bool inArchive, bool wholeArchive);
  void addBitcode(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                  const PackagedCode *package = nullptr);
  /// Adds the device code that clang left in \p file, a host's bitcode. Returns
  /// whether it is one.
  bool addEmbeddedObjects(InputFile &file);
  void addTextualIR(llvm::MemoryBufferRef buffer, llvm::StringRef name,
                    bool lazy, const PackagedCode *package = nullptr);
  void addObject(llvm::MemoryBufferRef buffer, llvm::StringRef name, bool lazy,
                 bool inArchive);
  bool usesBitcode(const llvm::object::ELFObjectFileBase &object,
                   llvm::StringRef bitcode);
  void addNative(const llvm::object::ELFObjectFileBase &object,
                 llvm::StringRef name, bool lazy,
                 const PackagedCode *package = nullptr);

  /// Adds the contents of packages of one kind, one after the other in
  /// \p bytes: LLVM's OffloadBinaries; bundles of clang's old offload driver,
  /// compressed or not; the same as text; CUDA's fat binaries.
  void addOffloadBinaries(llvm::StringRef bytes, llvm::StringRef name,
                          bool lazy, bool isRegistered);
  void addClangBundles(llvm::StringRef bytes, llvm::StringRef name, bool lazy,
                       bool isRegistered);
  void addTextBundle(llvm::StringRef text, llvm::StringRef name, bool lazy);
  void addFatbins(llvm::StringRef bytes, llvm::StringRef name, bool lazy,
                  bool isRegistered);
  /// Adds one entry of a bundle: \p id is its kind, triple and processor.
  void addBundleEntry(llvm::StringRef bytes, llvm::StringRef id,
                      llvm::StringRef name, bool lazy, bool isRegistered);
  /// Adds what any package holds, told apart by its contents.
  void addPackaged(const PackagedCode &code);
  /// Adds \p code to what is linked, if it is an object that can be; returns
  /// false for what is none.
  bool addRelocatable(const PackagedCode &code);
  /// Adds what \p object carries for devices; returns whether there is some.
  bool addDeviceSections(const llvm::object::ObjectFile &object,
                         llvm::StringRef name, bool lazy);
  void warnOfOldHip(const llvm::object::ObjectFile &object,
                    llvm::StringRef name);
  /// Adds \p bytes if it is a finished image; returns whether it is one, or a
  /// damaged one that was reported.
  bool addImage(llvm::StringRef bytes, llvm::StringRef name);
  void addArchive(llvm::MemoryBufferRef buffer, llvm::StringRef name,
                  bool wholeArchive);
  /// A member of a thin archive, which is the file \p path.
  void addThinMember(llvm::MemoryBufferRef member, llvm::StringRef path,
                     llvm::StringRef name, bool wholeArchive);

  Inputs &inputs;
  const Config &config;
  Diagnostics &diag;
  /// Archives whose members are offered already; once is enough.
  std::set<llvm::sys::fs::UniqueID> offered;
  /// The files that are archives and hold what is being read.
  std::vector<llvm::sys::fs::UniqueID> enclosing;
  llvm::StringSet<> warnedOfOldHip;
  unsigned archiveDepth = 0; ///< Archives around what is being read.
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
