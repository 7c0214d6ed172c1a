// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that loads an x86-64 image: LLVM's offload runtime in a C++
// program, on a system like the one that links.

#ifndef LLBC_CODEGEN_X86_HOSTPROCESS_H
#define LLBC_CODEGEN_X86_HOSTPROCESS_H

#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace llbc::x86 {

/// What the C and C++ libraries of the system define. Read from their files in
/// the fixed places where a loader looks, never from this process.
class HostProcess {
public:
  /// The system's libraries; read once.
  static const HostProcess &system();

  /// Whether the process defines \p symbol, which an image may then leave
  /// undefined.
  bool defines(llvm::StringRef symbol) const;

  /// Why \p symbol does not count, as a note; "" if there is nothing to say.
  std::string hint(llvm::StringRef symbol) const;

  /// The libraries that an image names as needed where it uses them.
  const std::vector<std::string> &libraries() const { return paths; }

  /// Whether -l\p name means a part of the process.
  static bool hasLibrary(llvm::StringRef name);

private:
  HostProcess();

  std::vector<std::string> paths;
  std::vector<std::string> missing; ///< Names of files that were not found.
  llvm::StringSet<> symbols;
  llvm::StringSet<> routines; ///< libgcc's, which belong into the image.
};

} // namespace llbc::x86

#endif // LLBC_CODEGEN_X86_HOSTPROCESS_H
