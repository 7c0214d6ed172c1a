// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image/PtxText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace llbc {

static bool isWordChar(char c) {
  return isAlnum(c) || c == '_' || c == '$' || c == '%';
}

/// Reads a PTX file once, front to back. Layout does not count: PTX comes from
/// several compilers, and inline assembly is in it as its author wrote it.
class PtxScanner {
public:
  PtxScanner(StringRef ptx, PtxText &result) : rest(ptx), result(result) {}

  void run() {
    while (!rest.empty()) {
      const char c = rest.front();
      if (skipBlank())
        continue;
      if (c == '.')
        readDirective();
      else if (isWordChar(c))
        rest = rest.drop_while(isWordChar);
      else
        readMark(c);
    }
    if (isOpen)
      result.functions.back().last = line;
  }

private:
  void advance(size_t length) {
    line += rest.take_front(length).count('\n');
    rest = rest.drop_front(length);
  }

  /// Goes over white space, a comment or a string at the front.
  bool skipBlank() {
    size_t length = 0;
    if (isSpace(rest.front()))
      length = 1;
    else if (rest.starts_with("//"))
      length = rest.find('\n');
    else if (rest.starts_with("/*"))
      length = endAfter("*/", 2);
    else if (rest.starts_with("\""))
      length = endAfter("\"", 1);
    if (length != 0)
      advance(std::min(length, rest.size()));
    return length != 0;
  }

  size_t endAfter(StringRef closing, size_t from) const {
    const size_t at = rest.find(closing, from);
    return at == StringRef::npos ? at : at + closing.size();
  }

  void skipBlanks() {
    while (!rest.empty() && skipBlank()) {
    }
  }

  void readMark(char c) {
    advance(1);
    if (c == '{')
      ++depth;
    if (c == '}' && depth != 0)
      --depth;
    if (isOpen && depth == 0 && (c == '}' || c == ';')) {
      result.functions.back().last = line;
      isOpen = false;
    }
  }

  void readDirective() {
    StringRef word = rest.drop_front().take_while(isWordChar);
    advance(word.size() + 1);
    if (depth == 0 && (word == "entry" || word == "func"))
      openFunction();
    else if (word == "loc")
      readLocation();
    else if (word == "file")
      readFile();
  }

  void openFunction() {
    const unsigned first = line;
    skipBlanks();
    if (rest.starts_with("(")) // What a function returns.
      advance(std::min(endAfter(")", 1), rest.size()));
    skipBlanks();
    StringRef name = rest.take_while(isWordChar);
    advance(name.size());
    if (name.empty())
      return;
    result.functions.push_back({name, first, first});
    isOpen = true;
  }

  /// `.loc file line column`, and for inlined code where it was inlined, which
  /// is not asked for here.
  void readLocation() {
    PtxText::Location location = {line, 0, 0};
    StringRef operands = rest.take_until([](char c) { return c == '\n'; });
    constexpr unsigned radix = 10;
    operands = operands.ltrim();
    if (operands.consumeInteger(radix, location.file))
      return;
    operands = operands.ltrim();
    // Line 0 is code that no line of the source stands for.
    if (!operands.consumeInteger(radix, location.line) && location.line != 0)
      result.locations.push_back(location);
  }

  void readFile() {
    StringRef operands = rest.take_until([](char c) { return c == '\n'; });
    operands = operands.ltrim();
    unsigned index = 0;
    if (!operands.consumeInteger(10, index))
      result.files[index] = operands.split('"').second.split('"').first;
  }

  StringRef rest;
  PtxText &result;
  unsigned line = 1;
  unsigned depth = 0; ///< Of braces.
  bool isOpen = false;
};

PtxText::PtxText(StringRef ptx) {
  ptx.split(lines, '\n');
  PtxScanner(ptx, *this).run();
}

StringRef PtxText::line(unsigned number) const {
  return number != 0 && number <= lines.size() ? lines[number - 1]
                                               : StringRef();
}

const PtxText::Function *PtxText::find(unsigned line) const {
  auto after = llvm::partition_point(
      functions, [&](const Function &other) { return other.first <= line; });
  if (after == functions.begin() || std::prev(after)->last < line)
    return nullptr;
  return &*std::prev(after);
}

StringRef PtxText::functionAt(unsigned line) const {
  const Function *function = find(line);
  return function ? function->name : StringRef();
}

std::string PtxText::sourceAt(unsigned line) const {
  const Function *function = find(line);
  auto after = llvm::partition_point(
      locations, [&](const Location &other) { return other.at <= line; });
  if (!function || after == locations.begin() ||
      std::prev(after)->at < function->first)
    return {};
  return describe(*std::prev(after));
}

std::string PtxText::sourceOf(StringRef name) const {
  for (const Function &function : functions) {
    if (function.name != name)
      continue;
    auto first = llvm::partition_point(locations, [&](const Location &other) {
      return other.at < function.first;
    });
    if (first != locations.end() && first->at <= function.last)
      return describe(*first);
  }
  return {};
}

std::string PtxText::describe(const Location &location) const {
  StringRef file = files.lookup(location.file);
  return file.empty() ? "" : (file + ":" + Twine(location.line)).str();
}

} // namespace llbc
