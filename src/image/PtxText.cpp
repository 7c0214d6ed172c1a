// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "image/PtxText.h"

#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace llbc {

/// Fills the index, front to back.
class PtxScanner {
public:
  PtxScanner(StringRef ptx, PtxText &result) : lexer(ptx), result(result) {}

  void run() {
    while (lexer.next()) {
      StringRef token = lexer.token();
      if (depth == 0 && (token == ".entry" || token == ".func"))
        openFunction();
      else if (token == ".loc")
        readLocation();
      else if (token == ".file")
        readFile();
      readMark();
    }
    if (isOpen)
      result.functions.back().last = lexer.line();
  }

private:
  void readMark() {
    StringRef token = lexer.token();
    if (token == "{")
      ++depth;
    if (token == "}" && depth != 0)
      --depth;
    if (isOpen && depth == 0 && (token == "}" || token == ";")) {
      result.functions.back().last = lexer.line();
      isOpen = false;
    }
  }

  /// Leaves the lexer at the name, or at what stands in its place.
  void openFunction() {
    const unsigned first = lexer.line();
    if (!lexer.next())
      return;
    if (lexer.token() == "(") { // What a function returns.
      while (lexer.next() && lexer.token() != ")") {
      }
      lexer.next();
    }
    if (!lexer.isName())
      return;
    result.functions.push_back({lexer.token(), first, first});
    isOpen = true;
  }

  StringRef operands() const {
    return lexer.rest().take_until([](char c) { return c == '\n'; }).ltrim();
  }

  /// `.loc file line column`, and for inlined code where it was inlined, which
  /// is not asked for here.
  void readLocation() {
    PtxText::Location location = {lexer.line(), 0, 0};
    StringRef numbers = operands();
    constexpr unsigned radix = 10;
    if (numbers.consumeInteger(radix, location.file))
      return;
    numbers = numbers.ltrim();
    // Line 0 is code that no line of the source stands for.
    if (!numbers.consumeInteger(radix, location.line) && location.line != 0)
      result.locations.push_back(location);
  }

  void readFile() {
    StringRef words = operands();
    unsigned index = 0;
    if (!words.consumeInteger(10, index))
      result.files[index] = words.split('"').second.split('"').first;
  }

  PtxLexer lexer;
  PtxText &result;
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
