// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/SymbolName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <optional>

using namespace llvm;

namespace llbc {
namespace {

/// Whether \p text is `::h` and 16 hex digits: the end of a legacy Rust name.
bool isRustHash(StringRef text) {
  constexpr size_t digits = 16;
  return text.consume_front("::h") && text.size() == digits &&
         llvm::all_of(text, isHexDigit);
}

/// Takes an escape of rustc's legacy mangling from the front of \p text
/// (compiler/rustc_symbol_mangling/src/legacy.rs): `$LT$`, or `$u7b$` with the
/// character's number.
std::optional<char> takeEscape(StringRef &text) {
  static constexpr std::pair<StringRef, char> escapes[] = {
      {"$SP$", '@'}, {"$BP$", '*'}, {"$RF$", '&'}, {"$LT$", '<'},
      {"$GT$", '>'}, {"$LP$", '('}, {"$RP$", ')'}, {"$C$", ','}};
  for (const auto &[escape, plain] : escapes)
    if (text.consume_front(escape))
      return plain;
  StringRef rest = text;
  unsigned number = 0;
  constexpr unsigned firstPrintable = 0x20;
  constexpr unsigned lastPrintable = 0x7e;
  if (!rest.consume_front("$u") || rest.consumeInteger(16, number) ||
      !rest.consume_front("$") || number < firstPrintable ||
      number > lastPrintable)
    return std::nullopt;
  text = rest;
  return static_cast<char>(number);
}

std::string decodeLegacyRust(StringRef text) {
  std::string result;
  while (!text.empty()) {
    // A path segment that begins with an escape has an underscore before it.
    if (text.starts_with("_$") &&
        (result.empty() || StringRef(result).ends_with("::")))
      text = text.drop_front();
    if (std::optional<char> plain = takeEscape(text)) {
      result += *plain;
    } else if (text.consume_front("..")) {
      result += "::";
    } else {
      result += text.front();
      text = text.drop_front();
    }
  }
  return result;
}

} // namespace

std::string describeSymbol(StringRef name) {
  std::string readable = demangle(name);
  constexpr size_t hashLength = 19;
  // What LLVM added, such as ".llvm.123", is shown in parentheses at the end.
  StringRef path = StringRef(readable).split(" (.").first;
  if (path.size() > hashLength && isRustHash(path.take_back(hashLength)))
    readable = decodeLegacyRust(path.drop_back(hashLength));
  return readable == name ? name.str() : readable + " ('" + name.str() + "')";
}

} // namespace llbc
