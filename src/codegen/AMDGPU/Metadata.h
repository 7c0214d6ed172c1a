// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The note that tells a runtime about the kernels of a code object
// (AMDGPUUsage, "Code Object Metadata"): a document in MessagePack.

#ifndef LLBC_CODEGEN_AMDGPU_METADATA_H
#define LLBC_CODEGEN_AMDGPU_METADATA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELFObjectFile.h"

#include <deque>
#include <vector>

namespace llbc::amdgpu {

/// The section that LLVM puts the note in.
constexpr llvm::StringRef noteSection = ".note";

/// The metadata of \p object as MessagePack: one text for each note.
llvm::Expected<std::vector<std::string>>
readMetadata(const llvm::object::ELF64LEObjectFile &object);

/// The metadata of one code object.
class Metadata {
public:
  /// Adds what \p blob says: lists grow, all else must agree. Returns false if
  /// it does not, or if \p blob is damaged.
  bool merge(std::string blob);

  /// Drops the kernels that \p isDropped names. Returns whether there were any.
  bool drop(llvm::function_ref<bool(llvm::StringRef)> isDropped);

  /// Adds a kernel \p name that is like \p twin, which must exist.
  bool addTwin(llvm::StringRef name, llvm::StringRef twin);

  /// It as MessagePack.
  std::string blob();

  /// The bytes of a note section that holds it (System V gABI, "Note Section").
  std::string note();

private:
  std::deque<std::string> blobs; ///< The document refers to them.
  llvm::msgpack::Document document;
};

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_METADATA_H
