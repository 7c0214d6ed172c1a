// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image/Arch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace llbc {

std::string canonicalArch(StringRef arch) {
  SmallVector<StringRef, 3> parts;
  arch.split(parts, ':');
  llvm::sort(drop_begin(parts));
  // One that contradicts itself stays as the user knows it.
  for (size_t i = 2; i < parts.size(); ++i)
    if (parts[i].drop_back() == parts[i - 1].drop_back())
      return arch.str();
  return join(parts, ":");
}

bool covers(StringRef code, StringRef arch) {
  SmallVector<StringRef, 3> own;
  SmallVector<StringRef, 3> wanted;
  code.split(own, ':');
  arch.split(wanted, ':');
  return own.front() == wanted.front() &&
         llvm::all_of(drop_begin(own), [&](StringRef setting) {
           return llvm::is_contained(wanted, setting);
         });
}

std::string archIdentifier(StringRef arch) {
  SmallVector<StringRef, 3> parts;
  arch.split(parts, ':');
  std::string name;
  for (StringRef part : parts) {
    const bool isSetting = part.data() != parts.front().data();
    const bool isOn = isSetting && part.consume_back("+");
    const bool isOff = isSetting && part.consume_back("-");
    name += name.empty() ? "" : "_";
    for (const char c : part)
      name += isAlnum(c) ? c : '_';
    name += isOn ? "_on" : isOff ? "_off" : "";
  }
  return name;
}

} // namespace llbc
