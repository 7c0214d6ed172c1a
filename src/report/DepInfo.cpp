// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/DepInfo.h"

#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace llbc {
namespace {

std::string escapeForMake(StringRef path) {
  std::string result;
  size_t backslashes = 0;
  for (char c : path) {
    // make halves the backslashes before an escaped character, and only those.
    if (c == ' ' || c == '#' || c == '\t')
      result.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    if (c == '$')
      result += '$';
    result += c;
  }
  return result;
}

} // namespace

std::string makeDepInfo(StringRef output, ArrayRef<std::string> inputs) {
  SetVector<StringRef> unique(inputs.begin(), inputs.end());
  std::string text = escapeForMake(output) + ":";
  for (StringRef input : unique)
    text += " \\\n  " + escapeForMake(input);
  text += "\n";
  for (StringRef input : unique)
    text += "\n" + escapeForMake(input) + ":\n";
  return text;
}

} // namespace llbc
