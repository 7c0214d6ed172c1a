// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a line of PTX to the function and the source line that it is of.

#ifndef LLBC_IMAGE_PTXTEXT_H
#define LLBC_IMAGE_PTXTEXT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace llbc {

/// An index of one PTX file, which must outlive it. Lines count from 1.
class PtxText {
public:
  explicit PtxText(llvm::StringRef ptx);

  /// The text of a line; "" if there is none of that number.
  llvm::StringRef line(unsigned number) const;

  /// The kernel or function that a line stands in; "" if none.
  llvm::StringRef functionAt(unsigned line) const;

  /// Where a line comes from by its function's `.loc` directives, such as
  /// "src/lib.rs:41"; "" if they do not say.
  std::string sourceAt(unsigned line) const;

  /// The first source line of a function, likewise.
  std::string sourceOf(llvm::StringRef function) const;

private:
  friend class PtxScanner;

  struct Function {
    llvm::StringRef name;
    unsigned first;
    unsigned last;
  };
  struct Location {
    unsigned at; ///< The directive's own line.
    unsigned file;
    unsigned line;
  };

  const Function *find(unsigned line) const;
  std::string describe(const Location &location) const;

  llvm::SmallVector<llvm::StringRef, 0> lines;
  std::vector<Function> functions; ///< In order; they do not overlap.
  std::vector<Location> locations; ///< In order.
  llvm::DenseMap<unsigned, llvm::StringRef> files;
};

} // namespace llbc

#endif // LLBC_IMAGE_PTXTEXT_H
