// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of C's mathematical library (C23, 7.12), and the intrinsics and
// operations of LLVM that do the same.

#ifndef LLBC_CODEGEN_MATHFUNCTIONS_H
#define LLBC_CODEGEN_MATHFUNCTIONS_H

#include "llvm/IR/Instruction.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Type.h"

namespace llbc {

/// One function in all its precisions.
struct MathFunction {
  /// As C calls it for double, or for what C lacks as LLVM's intrinsic.
  llvm::StringLiteral name;
  /// What it returns, "=", what it takes: v is the precision, i int, l long, *x
  /// a pointer to a result.
  llvm::StringLiteral signature;
  /// The intrinsic that does it, rounds for it (where the result is l), or 0.
  llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
  bool isC = true; ///< C calls it so.

  /// Whether nothing but a library does it.
  bool needsLibrary() const;
  bool is(llvm::StringRef other) const { return name == other; }
  /// As C calls it for float or double; "" if C does not.
  std::string cName(bool isFloat) const;
};

/// A C name: the function and its precision.
struct NamedMathFunction {
  const MathFunction *function = nullptr; ///< Null: no such name.
  bool isFloat = false;                   ///< Else double.
};

/// The function that C calls \p name: "sin", "sinf".
NamedMathFunction findMathFunction(llvm::StringRef name);

/// The function that is called \p name for double; it must exist.
const MathFunction &mathFunction(llvm::StringRef name);

/// The function that the intrinsic \p id computes; null if it is none.
const MathFunction *mathFunctionOf(llvm::Intrinsic::ID id);

/// The function that \p instruction computes; null if it is none.
const MathFunction *mathFunctionOf(const llvm::Instruction &instruction);

} // namespace llbc

#endif // LLBC_CODEGEN_MATHFUNCTIONS_H
