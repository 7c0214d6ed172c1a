// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/JoinPTX.h"

#include "image/PtxLexer.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/xxhash.h"

#include <vector>

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// One directive at the outermost level, with the blanks before it.
struct Item {
  enum class Kind { Head, File, Section, Declaration, Definition };
  Kind kind = Kind::Definition;
  StringRef text;
  StringRef name;
  bool isLocal = true; ///< Neither visible nor from elsewhere.
};

/// Reads the items of a text one after the other.
class Reader {
public:
  explicit Reader(StringRef text)
      : lexer(text), begin(text.begin()), textEnd(text.end()) {}

  bool next(Item &item) {
    if (!lexer.next())
      return false;
    item = Item();
    StringRef first = lexer.token();
    if (first == ".version" || first == ".target" || first == ".address_size")
      readLine(item, Item::Kind::Head);
    else if (first == ".file")
      readLine(item, Item::Kind::File);
    else if (first == ".section") {
      item.kind = Item::Kind::Section;
      finish(item, lexer.rest().begin());
    } else
      readSymbol(item);
    return true;
  }

private:
  /// Ends \p item at \p end, with the line's end if it comes next.
  void finish(Item &item, const char *end) {
    if (end != textEnd && *end == '\n')
      ++end;
    item.text = StringRef(begin, end - begin);
    begin = end;
  }

  void readLine(Item &item, Item::Kind kind) {
    item.kind = kind;
    StringRef left = lexer.rest();
    const char *end = left.begin() + std::min(left.find('\n'), left.size());
    finish(item, end);
    // Strings are no tokens, so the lexer would not stop at the line's end.
    lexer = PtxLexer(StringRef(end, textEnd - end));
  }

  /// A function, with its body or up to the semicolon, or a variable.
  void readSymbol(Item &item) {
    bool isFunction = false;
    unsigned depth = 0; // Of parentheses and braces.
    do {
      StringRef token = lexer.token();
      if (token == ".visible" || token == ".extern" || token == ".weak" ||
          token == ".common")
        item.isLocal = false;
      if (token == ".extern")
        item.kind = Item::Kind::Declaration;
      isFunction |= token == ".func" || token == ".entry";
      if (depth == 0 && item.name.empty() && lexer.isName())
        item.name = token;
      if (token == "(" || token == "{" || token == "[")
        ++depth;
      if (token == ")" || token == "}" || token == "]")
        --depth;
      if (depth == 0 && token == ";") {
        if (isFunction)
          item.kind = Item::Kind::Declaration;
        break;
      }
      if (depth == 0 && token == "}" && isFunction)
        break;
    } while (lexer.next());
    finish(item, lexer.rest().begin());
  }

  PtxLexer lexer;
  const char *begin; ///< Of the next item.
  const char *textEnd;
};

/// Equal for texts that mean the same: LLVM numbers the functions of a module
/// and their calls, and puts that into labels.
uint64_t fingerprint(StringRef text) {
  std::string meaning;
  meaning.reserve(text.size());
  for (PtxLexer lexer(text); lexer.next();) {
    StringRef token = lexer.token();
    if (token.starts_with("$L__BB")) {
      const auto [number, block] = token.drop_front(6).split('_');
      meaning += "$L__BB_";
      token = block;
    } else if (token.starts_with("prototype_"))
      token = "prototype_";
    meaning += token;
    meaning += lexer.isJoined() ? '\1' : ' ';
  }
  return xxh3_64bits(meaning);
}

class Joiner {
public:
  explicit Joiner(const StringSet<> &shared) : shared(shared) {}

  std::string run(ArrayRef<PartText> parts) {
    size_t size = 0;
    for (const PartText &one : parts)
      size += one.text.size();
    result.reserve(size);
    for (const PartText &one : parts)
      if (!add(one))
        return {};
    return heads + variables + result + files;
  }

private:
  bool add(const PartText &one) {
    std::vector<Item> items;
    Item item;
    for (Reader reader(one.text); reader.next(item);) {
      if (item.kind == Item::Kind::Section)
        return false;
      items.push_back(item);
    }
    ++part;
    renamed.clear();
    fileNumbers.clear();
    for (const Item &file : items)
      if (file.kind == Item::Kind::File)
        addFile(file.text);
    chooseNames(items, one.variables);
    std::string head;
    for (const Item &line : items)
      if (line.kind == Item::Kind::Head)
        head += line.text;
    if (part == 1)
      heads = head;
    return head == heads && llvm::all_of(items, [&](const Item &symbol) {
             return symbol.kind == Item::Kind::Head ||
                    symbol.kind == Item::Kind::File || addSymbol(symbol);
           });
  }

  /// `.file <number> "<path>"`, with an equal number for equal paths.
  void addFile(StringRef text) {
    StringRef rest = text.split(".file").second.ltrim();
    unsigned number = 0;
    rest.consumeInteger(10, number);
    const auto [it, isNew] = fileOf.try_emplace(rest.trim(), fileOf.size() + 1);
    fileNumbers[number] = it->second;
    if (isNew)
      files += "\t.file\t" + std::to_string(it->second) + " " +
               it->first().str() + "\n";
  }

  /// A local definition keeps its name if the one that is there is the same,
  /// and refers to the same.
  void chooseNames(ArrayRef<Item> items, const StringSet<> &stateful) {
    StringMap<std::vector<StringRef>> usersOf;
    std::vector<StringRef> differing;
    StringSet<> locals;
    for (const Item &item : items)
      if (item.isLocal && item.kind == Item::Kind::Definition)
        locals.insert(item.name);
    for (const Item &item : items) {
      if (!locals.contains(item.name) || item.kind != Item::Kind::Definition)
        continue;
      auto known = definitions.find(item.name);
      if (known != definitions.end() &&
          (stateful.contains(item.name) ||
           fingerprint(mapFiles(item.text)) != known->second))
        differing.push_back(item.name);
      for (PtxLexer lexer(item.text); lexer.next();)
        if (locals.contains(lexer.token()) && lexer.token() != item.name)
          usersOf[lexer.token()].push_back(item.name);
    }
    while (!differing.empty()) {
      StringRef name = differing.back();
      differing.pop_back();
      if (renamed.contains(name))
        continue;
      renamed[name] = newName(name);
      for (StringRef user : usersOf.lookup(name))
        // A user that nothing else has may keep its name.
        if (definitions.contains(user))
          differing.push_back(user);
    }
  }

  std::string newName(StringRef name) {
    std::string candidate;
    unsigned number = part;
    do
      candidate = (name + "$" + Twine(number++)).str();
    while (definitions.contains(candidate) || !taken.insert(candidate).second);
    return candidate;
  }

  /// False if something visible is there twice.
  bool addSymbol(const Item &item) {
    if (shared.contains(item.name)) {
      if (item.kind == Item::Kind::Definition)
        variables += withoutVisible(item.text);
      return true;
    }
    auto other = renamed.find(item.name);
    StringRef name = other == renamed.end() ? item.name : other->second;
    const bool isDefinition = item.kind == Item::Kind::Definition;
    if (definitions.contains(name))
      return item.isLocal || !isDefinition;
    if (!isDefinition && !declarations.insert(name).second)
      return true;
    const std::string text = mapFiles(rename(item.text));
    result += text;
    if (isDefinition)
      definitions[name] = fingerprint(text);
    return true;
  }

  static std::string withoutVisible(StringRef text) {
    const auto [before, after] = text.split(".visible ");
    return (before + after).str();
  }

  std::string rename(StringRef text) const {
    if (renamed.empty())
      return text.str();
    std::string changed;
    const char *done = text.begin();
    for (PtxLexer lexer(text); lexer.next();)
      if (auto it = renamed.find(lexer.token()); it != renamed.end()) {
        changed.append(done, lexer.token().begin());
        changed += it->second;
        done = lexer.rest().begin();
      }
    changed.append(done, text.end());
    return changed;
  }

  /// With the numbers that files have in the result.
  std::string mapFiles(StringRef text) const {
    if (llvm::all_of(fileNumbers, [](const auto &pair) {
          return pair.first == pair.second;
        }))
      return text.str();
    std::string changed;
    const char *done = text.begin();
    for (PtxLexer lexer(text); lexer.next();) {
      if (lexer.token() != ".loc" && lexer.token() != "inlined_at")
        continue;
      unsigned number = 0;
      if (!lexer.next() || lexer.token().getAsInteger(10, number))
        continue;
      auto it = fileNumbers.find(number);
      if (it == fileNumbers.end())
        continue;
      changed.append(done, lexer.token().begin());
      changed += std::to_string(it->second);
      done = lexer.rest().begin();
    }
    changed.append(done, text.end());
    return changed;
  }

  const StringSet<> &shared;
  std::string result;
  std::string heads;
  std::string variables; ///< Those that are shared.
  std::string files;
  StringMap<unsigned> fileOf;
  StringMap<uint64_t> definitions; ///< Fingerprints, by names in the result.
  StringSet<> declarations;
  StringSet<> taken;
  // Of the text that is being added:
  unsigned part = 0;
  StringMap<std::string> renamed;
  DenseMap<unsigned, unsigned> fileNumbers;
};

} // namespace

std::string joinPTX(ArrayRef<PartText> parts, const StringSet<> &shared) {
  TimeTraceScope scope("Join PTX");
  return Joiner(shared).run(parts);
}

} // namespace llbc::nvptx
