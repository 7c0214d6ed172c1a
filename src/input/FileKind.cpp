// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/FileKind.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;

namespace llbc {

/// As clang's old offload driver joins text: in comments of LLVM's assembly
/// language, or of the devices'.
static bool isTextBundle(StringRef bytes) {
  bytes = bytes.take_front(128).ltrim();
  return (bytes.starts_with("; ") || bytes.starts_with("# ") ||
          bytes.starts_with("//")) &&
         bytes.contains(" __CLANG_OFFLOAD_BUNDLE____START__ ");
}

bool isIRText(StringRef text) {
  while (true) {
    text = text.ltrim();
    if (!text.starts_with(";"))
      break;
    text = text.split('\n').second;
  }
  static constexpr StringRef starts[] = {
      "source_filename", "target ", "define ", "declare ", "module asm",
      "attributes #",    "@",       "%",       "$",        "!"};
  // Binary formats that begin with one of these have zeros or line ends soon.
  return llvm::any_of(
             starts,
             [&](StringRef start) { return text.starts_with(start); }) &&
         !text.take_front(512).contains('\0') && !text.starts_with("!<");
}

FileKind identify(StringRef bytes) {
  if (bytes.empty())
    return FileKind::Empty;
  switch (identify_magic(bytes)) {
  case file_magic::bitcode:
    return FileKind::Bitcode;
  case file_magic::archive:
    return FileKind::Archive;
  case file_magic::offload_binary:
    return FileKind::OffloadBinary;
  case file_magic::offload_bundle:
  case file_magic::offload_bundle_compressed:
    return FileKind::ClangBundle;
  case file_magic::cuda_fatbinary:
    return FileKind::Fatbin;
  case file_magic::elf:
  case file_magic::elf_relocatable:
  case file_magic::elf_executable:
  case file_magic::elf_shared_object:
  case file_magic::elf_core:
  case file_magic::macho_object:
  case file_magic::coff_object:
  case file_magic::wasm_object:
    return FileKind::Object;
  default:
    if (isTextBundle(bytes))
      return FileKind::TextBundle;
    return isIRText(bytes) ? FileKind::TextualIR : FileKind::Unknown;
  }
}

} // namespace llbc
