// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one reader of PTX text; all that look into PTX go over its tokens.

#ifndef LLBC_IMAGE_PTXLEXER_H
#define LLBC_IMAGE_PTXLEXER_H

#include "llvm/ADT/StringRef.h"

namespace llbc {

/// Reads PTX token by token: names and numbers, directives and modifiers with
/// their dot, and other characters one by one. Blanks, comments and strings are
/// none (PTX ISA, "Syntax"). Layout does not count: PTX comes from several
/// compilers, and inline assembly is in it as its author wrote it.
class PtxLexer {
public:
  explicit PtxLexer(llvm::StringRef text) : left(text) {}

  /// Moves to the next token; false at the end.
  bool next();

  llvm::StringRef token() const { return current; }
  /// What follows the token.
  llvm::StringRef rest() const { return left; }
  /// The line that the token stands in, from 1; at the end, the last one.
  unsigned line() const { return lineNumber; }
  /// Whether nothing is between the token and the one before it.
  bool isJoined() const { return joined; }
  /// Whether the token can be the name of something.
  bool isName() const;

private:
  void skipBlanks();
  void advance(size_t length);

  llvm::StringRef left;
  llvm::StringRef current;
  unsigned lineNumber = 1;
  bool joined = false;
};

/// What the directives at the head of PTX say.
struct PtxHeader {
  unsigned isa = 0;     ///< `.version`, 78 for 7.8; 0 if there is none.
  llvm::StringRef cpu;  ///< `.target`, such as sm_90a.
  bool isDebug = false; ///< `.target` with `debug`.
};

PtxHeader readPtxHeader(llvm::StringRef ptx);

} // namespace llbc

#endif // LLBC_IMAGE_PTXLEXER_H
