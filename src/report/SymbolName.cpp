// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report/SymbolName.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

#include <array>

using namespace llvm;

namespace llbc {
namespace {

/// Whether \p text is `::h` and 16 hex digits: the end of a legacy Rust name.
bool isRustHash(StringRef text) {
  constexpr size_t digits = 16;
  return text.consume_front("::h") && text.size() == digits &&
         llvm::all_of(text, isHexDigit);
}

/// Undoes the escapes of rustc's legacy mangling
/// (compiler/rustc_symbol_mangling/src/legacy.rs).
std::string decodeLegacyRust(StringRef text) {
  static constexpr std::pair<StringRef, StringRef> escapes[] = {
      {"$LT$", "<"},  {"$GT$", ">"},  {"$RF$", "&"},  {"$BP$", "*"},
      {"$LP$", "("},  {"$RP$", ")"},  {"$C$", ","},   {"$u20$", " "},
      {"$u7b$", "{"}, {"$u7d$", "}"}, {"$u5b$", "["}, {"$u5d$", "]"},
      {"$u27$", "'"}, {"$u3b$", ";"}, {"$u2b$", "+"}, {"$u22$", "\""},
      {"$SP$", "@"},  {"..", "::"}};
  std::string result;
  while (!text.empty()) {
    bool matched = false;
    for (const auto &[escape, plain] : escapes) {
      if (!text.consume_front(escape))
        continue;
      result += plain;
      matched = true;
      break;
    }
    if (matched)
      continue;
    // A path segment that begins with an escape has an underscore before it.
    if (!(text.starts_with("_$") &&
          (result.empty() || StringRef(result).ends_with("::"))))
      result += text.front();
    text = text.drop_front();
  }
  return result;
}

} // namespace

std::string describeSymbol(StringRef name) {
  std::string readable = demangle(name);
  constexpr size_t hashLength = 19;
  if (readable.size() > hashLength &&
      isRustHash(StringRef(readable).take_back(hashLength)))
    readable = decodeLegacyRust(StringRef(readable).drop_back(hashLength));
  return readable == name ? name.str() : readable + " ('" + name.str() + "')";
}

} // namespace llbc
