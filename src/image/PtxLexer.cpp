// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image/PtxLexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace llbc {

static bool isNameStart(char c) {
  return isAlpha(c) || c == '_' || c == '$' || c == '%';
}

static bool isNamePart(char c) { return isAlnum(c) || c == '_' || c == '$'; }

bool PtxLexer::isName() const {
  return !current.empty() && isNameStart(current.front());
}

void PtxLexer::advance(size_t length) {
  lineNumber += left.take_front(length).count('\n');
  left = left.drop_front(std::min(length, left.size()));
}

void PtxLexer::skipBlanks() {
  auto endOf = [&](StringRef closing, size_t from) {
    const size_t at = left.find(closing, from);
    return at == StringRef::npos ? at : at + closing.size();
  };
  while (!left.empty()) {
    const char c = left.front();
    if (isSpace(c)) {
      lineNumber += c == '\n' ? 1 : 0;
      left = left.drop_front();
    } else if (left.starts_with("//"))
      left = left.substr(std::min(left.find('\n'), left.size()));
    else if (left.starts_with("/*"))
      advance(endOf("*/", 2));
    else if (c == '"')
      advance(endOf("\"", 1));
    else
      break;
  }
}

bool PtxLexer::next() {
  const char *end = left.data();
  skipBlanks();
  joined = !current.empty() && left.data() == end;
  if (left.empty()) {
    current = {};
    return false;
  }
  const char first = left.front();
  size_t size = 1;
  if (isNameStart(first) || first == '.' || isDigit(first))
    while (size != left.size() && isNamePart(left[size]))
      ++size;
  current = left.take_front(size);
  left = left.drop_front(size);
  return true;
}

PtxHeader readPtxHeader(StringRef ptx) {
  constexpr unsigned radix = 10;
  PtxHeader header;
  PtxLexer lexer(ptx);
  while (lexer.next() && lexer.token() != ".target") {
    unsigned major = 0;
    unsigned minor = 0;
    if (lexer.token() == ".version" && lexer.next() &&
        !lexer.token().getAsInteger(radix, major) && lexer.next() &&
        lexer.isJoined() &&
        !lexer.token().drop_front().getAsInteger(radix, minor))
      header.isa = major * radix + minor; // Minor versions have one digit.
  }
  if (lexer.next())
    header.cpu = lexer.token();
  while (lexer.next() && lexer.token() == "," && lexer.next())
    header.isDebug |= lexer.token() == "debug";
  return header;
}

} // namespace llbc
