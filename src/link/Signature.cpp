// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "link/Signature.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc {
namespace {

/// Whether two types look the same in registers and memory, whatever their
/// structures are called.
bool isSameLayout(const Type &a, const Type &b) {
  if (&a == &b)
    return true;
  const auto *first = dyn_cast<StructType>(&a);
  const auto *second = dyn_cast<StructType>(&b);
  if (first && second)
    return first->isPacked() == second->isPacked() &&
           llvm::equal(first->elements(), second->elements(),
                       [](const Type *x, const Type *y) {
                         return isSameLayout(*x, *y);
                       });
  return a.isArrayTy() && b.isArrayTy() &&
         a.getArrayNumElements() == b.getArrayNumElements() &&
         isSameLayout(*a.getArrayElementType(), *b.getArrayElementType());
}

} // namespace

bool canCallAs(const FunctionType &declared, const FunctionType &defined) {
  if (!declared.getReturnType()->isVoidTy() &&
      !isSameLayout(*declared.getReturnType(), *defined.getReturnType()))
    return false;
  if (declared.isVarArg() && declared.getNumParams() == 0)
    return true;
  return declared.isVarArg() == defined.isVarArg() &&
         llvm::equal(
             declared.params(), defined.params(),
             [](const Type *x, const Type *y) { return isSameLayout(*x, *y); });
}

} // namespace llbc
