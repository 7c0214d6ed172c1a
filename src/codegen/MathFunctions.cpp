// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace llbc {
namespace {

constexpr MathFunction functions[] = {
    {"acos", "v=v"},
    {"acosh", "v=v"},
    {"asin", "v=v"},
    {"asinh", "v=v"},
    {"atan", "v=v"},
    {"atan2", "v=vv"},
    {"atanh", "v=v"},
    {"cbrt", "v=v"},
    {"ceil", "v=v", Intrinsic::ceil},
    {"copysign", "v=vv", Intrinsic::copysign},
    {"cos", "v=v"},
    {"cosh", "v=v"},
    {"cospi", "v=v"},
    {"erf", "v=v"},
    {"erfc", "v=v"},
    {"exp", "v=v"},
    {"exp10", "v=v"},
    {"exp2", "v=v"},
    {"expm1", "v=v"},
    {"fabs", "v=v", Intrinsic::fabs},
    {"fdim", "v=vv"},
    {"floor", "v=v", Intrinsic::floor},
    {"fma", "v=vvv", Intrinsic::fma},
    {"fmax", "v=vv", Intrinsic::maxnum},
    {"fmin", "v=vv", Intrinsic::minnum},
    {"fmod", "v=vv"},
    {"frexp", "v=v*i"},
    {"hypot", "v=vv"},
    {"ilogb", "i=v"},
    {"j0", "v=v"},
    {"j1", "v=v"},
    {"jn", "v=iv"},
    {"ldexp", "v=vi"},
    {"lgamma", "v=v"},
    {"lgamma_r", "v=v*i"},
    {"llrint", "l=v", Intrinsic::rint},
    {"llround", "l=v", Intrinsic::round},
    {"log", "v=v"},
    {"log10", "v=v"},
    {"log1p", "v=v"},
    {"log2", "v=v"},
    {"logb", "v=v"},
    {"lrint", "l=v", Intrinsic::rint},
    {"lround", "l=v", Intrinsic::round},
    {"modf", "v=v*v", Intrinsic::trunc},
    {"nearbyint", "v=v", Intrinsic::nearbyint},
    {"nextafter", "v=vv"},
    {"pow", "v=vv"},
    {"powi", "v=vi", Intrinsic::not_intrinsic, /*isC=*/false},
    {"remainder", "v=vv"},
    {"remquo", "v=vv*i"},
    {"rint", "v=v", Intrinsic::rint},
    {"round", "v=v", Intrinsic::round},
    {"roundeven", "v=v", Intrinsic::roundeven},
    {"rsqrt", "v=v"},
    {"scalbln", "v=vl"},
    {"scalbn", "v=vi"},
    {"sin", "v=v"},
    {"sincos", "=v*v*v"},
    {"sincospi", "=v*v*v", Intrinsic::not_intrinsic, /*isC=*/false},
    {"sinh", "v=v"},
    {"sinpi", "v=v"},
    {"sqrt", "v=v", Intrinsic::sqrt},
    {"tan", "v=v"},
    {"tanh", "v=v"},
    {"tgamma", "v=v"},
    {"trunc", "v=v", Intrinsic::trunc},
    {"y0", "v=v"},
    {"y1", "v=v"},
    {"yn", "v=iv"},
};

/// Older names of the same functions, which C libraries still have.
constexpr std::pair<StringLiteral, StringLiteral> synonyms[] = {
    {"drem", "remainder"}, {"gamma", "lgamma"}, {"pow10", "exp10"}};

const MathFunction *find(StringRef name) {
  for (const auto &[synonym, real] : synonyms)
    if (name == synonym)
      name = real;
  const auto *found = llvm::find_if(
      functions, [&](const MathFunction &known) { return known.name == name; });
  return found == std::end(functions) ? nullptr : found;
}

StringRef nameOf(Intrinsic::ID id) {
  switch (id) {
  case Intrinsic::acos:
    return "acos";
  case Intrinsic::asin:
    return "asin";
  case Intrinsic::atan:
    return "atan";
  case Intrinsic::atan2:
    return "atan2";
  case Intrinsic::cos:
    return "cos";
  case Intrinsic::cosh:
    return "cosh";
  case Intrinsic::exp:
    return "exp";
  case Intrinsic::exp10:
    return "exp10";
  case Intrinsic::exp2:
    return "exp2";
  case Intrinsic::llrint:
    return "llrint";
  case Intrinsic::llround:
    return "llround";
  case Intrinsic::log:
    return "log";
  case Intrinsic::log10:
    return "log10";
  case Intrinsic::log2:
    return "log2";
  case Intrinsic::lrint:
    return "lrint";
  case Intrinsic::lround:
    return "lround";
  case Intrinsic::modf:
    return "modf";
  case Intrinsic::pow:
    return "pow";
  case Intrinsic::powi:
    return "powi";
  case Intrinsic::sin:
    return "sin";
  case Intrinsic::sincos:
    return "sincos";
  case Intrinsic::sincospi:
    return "sincospi";
  case Intrinsic::sinh:
    return "sinh";
  case Intrinsic::tan:
    return "tan";
  case Intrinsic::tanh:
    return "tanh";
  default:
    return "";
  }
}

} // namespace

bool MathFunction::needsLibrary() const {
  return intrinsic == Intrinsic::not_intrinsic;
}

std::string MathFunction::cName(bool isFloat) const {
  if (!isC)
    return {};
  if (isFloat && is("lgamma_r"))
    return "lgammaf_r";
  return (name + (isFloat ? "f" : "")).str();
}

NamedMathFunction findMathFunction(StringRef name) {
  if (const MathFunction *function = find(name); function && function->isC)
    return {function, /*isFloat=*/false};
  // C99's suffix goes before the one of "lgamma_r".
  std::string plain = name == "lgammaf_r" ? "lgamma_r" : "";
  if (!name.ends_with("_rf") && name.consume_back("f"))
    plain = name.str();
  const MathFunction *function = plain.empty() ? nullptr : find(plain);
  return function && function->isC ? NamedMathFunction{function, true}
                                   : NamedMathFunction();
}

const MathFunction &mathFunction(StringRef name) { return *find(name); }

const MathFunction *mathFunctionOf(Intrinsic::ID id) {
  return find(nameOf(id));
}

const MathFunction *mathFunctionOf(const Instruction &instruction) {
  if (instruction.getOpcode() == Instruction::FRem)
    return find("fmod");
  const auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call ? mathFunctionOf(call->getIntrinsicID()) : nullptr;
}

} // namespace llbc
