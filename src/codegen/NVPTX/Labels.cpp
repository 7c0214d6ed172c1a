// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// How LLVM calls labels that only debug sections need.
constexpr StringRef debugLabels[] = {"$L__tmp", "$L__func_begin",
                                     "$L__func_end"};

/// What LLVM writes for compile units without debug sections.
constexpr StringRef emptySection = "\t.section\t.debug_macinfo";

bool isDebugLabel(StringRef name) {
  return llvm::any_of(debugLabels,
                      [&](StringRef start) { return name.starts_with(start); });
}

StringRef takeLine(StringRef &text) {
  StringRef line;
  std::tie(line, text) = text.split('\n');
  return line;
}

/// The name that \p line, which has no indentation, defines as a label.
StringRef definedLabel(StringRef line) {
  const auto [name, rest] = line.split(':');
  return name.size() != line.size() && rest.trim().empty() && isDebugLabel(name)
             ? name
             : StringRef();
}

} // namespace

void dropDebugLabels(std::string &ptx) {
  auto isMentioned = [&](StringRef what) {
    return StringRef(ptx).contains(what);
  };
  // Mostly there is no debug information at all.
  if (!isMentioned(emptySection) && llvm::none_of(debugLabels, isMentioned))
    return;
  if (readPtxHeader(ptx).isDebug)
    return;
  StringSet<> used;
  for (StringRef rest = ptx; !rest.empty();) {
    StringRef line = takeLine(rest);
    if (!definedLabel(line).empty())
      continue;
    // Few lines mention a label; the others are not worth reading.
    if (!line.contains("$L__"))
      continue;
    for (PtxLexer lexer(line); lexer.next();)
      if (isDebugLabel(lexer.token()))
        used.insert(lexer.token());
  }
  std::string kept;
  kept.reserve(ptx.size());
  for (StringRef rest = ptx; !rest.empty();) {
    StringRef line = takeLine(rest);
    if (StringRef label = definedLabel(line);
        (!label.empty() && !used.contains(label)) ||
        line.starts_with(emptySection))
      continue;
    kept.append(line.begin(), line.end());
    kept += '\n';
  }
  ptx = std::move(kept);
}

} // namespace llbc::nvptx
