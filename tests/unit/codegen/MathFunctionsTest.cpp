// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathFunctions.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/InstIterator.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// The function for the only instruction of \p body that is one; "" if none is.
std::string nameIn(const std::string &body) {
  llvm::LLVMContext context;
  const auto module =
      parse(context, "define void @k(float %x, double %d, <2 x half> %v) {\n" +
                         body + "\n  ret void\n}\n");
  std::string name;
  for (const llvm::Instruction &instruction :
       llvm::instructions(*module->getFunction("k")))
    if (const MathFunction *function = mathFunctionOf(instruction))
      name += function->name;
  return name;
}

} // namespace

TEST_CASE("a name of C's library is known in both precisions", "[math]") {
  for (const char *name : {"sin", "pow", "fmod", "sincos", "modf", "erf", "j0",
                           "lgamma_r", "scalbln", "lround"}) {
    const NamedMathFunction found = findMathFunction(name);
    REQUIRE(found.function);
    CHECK(found.function->name == name);
    CHECK_FALSE(found.isFloat);
  }
  const std::pair<const char *, const char *> floats[] = {
      {"sinf", "sin"}, {"powf", "pow"}, {"modff", "modf"},
      {"erff", "erf"}, {"j0f", "j0"},   {"lgammaf_r", "lgamma_r"},
      {"ynf", "yn"}};
  for (const auto &[name, plain] : floats) {
    const NamedMathFunction found = findMathFunction(name);
    REQUIRE(found.function);
    CHECK(found.function->name == plain);
    CHECK(found.isFloat);
  }
}

TEST_CASE("older names are the same functions", "[math]") {
  CHECK(findMathFunction("drem").function->is("remainder"));
  CHECK(findMathFunction("gammaf").function->is("lgamma"));
  CHECK(findMathFunction("pow10f").isFloat);
}

TEST_CASE("what C does not call so is no such name", "[math]") {
  for (const char *name : {"", "f", "ff", "sinff", "sinl", "Sin", "_sin",
                           "powi", "powif", "sincospi", "sincospif", "er",
                           "lgamma_rf", "__nv_sin", "malloc", "sin.1"})
    CHECK((std::string(name) + (findMathFunction(name).function ? "!" : "")) ==
          name);
}

TEST_CASE("what LLVM does by itself needs no library", "[math]") {
  for (const char *name :
       {"floor", "sqrt", "fma", "fmax", "lrint", "modf", "round", "copysign"})
    CHECK_FALSE(mathFunction(name).needsLibrary());
  for (const char *name : {"sin", "fmod", "pow", "cbrt", "powi", "frexp"})
    CHECK(mathFunction(name).needsLibrary());
}

TEST_CASE("intrinsics and remainders are the functions that they compute",
          "[math]") {
  CHECK(nameIn("%y = call float @llvm.sin.f32(float %x)") == "sin");
  CHECK(nameIn("%y = call <2 x half> @llvm.pow.v2f16(<2 x half> %v, "
               "<2 x half> %v)") == "pow");
  CHECK(nameIn("%y = call float @llvm.powi.f32.i32(float %x, i32 2)") ==
        "powi");
  CHECK(nameIn("%y = call { double, double } @llvm.modf.f64(double %d)") ==
        "modf");
  CHECK(nameIn("%y = frem double %d, %d") == "fmod");
}

TEST_CASE("what every GPU does is no function to map", "[math]") {
  CHECK(nameIn("%y = call float @llvm.sqrt.f32(float %x)").empty());
  CHECK(nameIn("%y = call float @llvm.fma.f32(float %x, float %x, float %x)")
            .empty());
  CHECK(nameIn("%y = fdiv double %d, %d").empty());
  CHECK(nameIn("%y = fadd float %x, %x").empty());
}
