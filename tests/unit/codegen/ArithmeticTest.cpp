// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Arithmetic.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/FloatingPointMode.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string flushing =
    " \"denormal-fp-math-f32\"=\"preserve-sign,preserve-sign\" ";

Arithmetic flushes(std::optional<bool> value) {
  Arithmetic arithmetic;
  arithmetic.flushDenormals = value;
  return arithmetic;
}

bool flushesIn(const std::string &ir, std::optional<bool> asked = {}) {
  llvm::LLVMContext context;
  return flushesDenormals(*parse(context, ir), flushes(asked));
}

const std::string operations =
    "define void @f(float %x, <2 x float> %v, double %d, half %h) {\n"
    "  %1 = fdiv float %x, %x\n  %2 = fdiv <2 x float> %v, %v\n"
    "  %3 = fdiv double %d, %d\n  %4 = fdiv half %h, %h\n"
    "  %5 = call float @llvm.sqrt.f32(float %x)\n"
    "  %6 = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %v)\n"
    "  %7 = call double @llvm.sqrt.f64(double %d)\n"
    "  %8 = fmul float %x, %x\n  ret void\n}\n";

size_t inexact(bool preciseSqrt, bool preciseDiv) {
  llvm::LLVMContext context;
  const auto module = parse(context, operations);
  Arithmetic arithmetic;
  arithmetic.preciseSqrt = preciseSqrt;
  arithmetic.preciseDiv = preciseDiv;
  return findInexactOperations(*module, arithmetic).size();
}

} // namespace

TEST_CASE("without an option every function keeps its mode", "[arithmetic]") {
  llvm::LLVMContext context;
  const auto module = parse(context, "define void @f()" + flushing +
                                         "{ ret void }\n"
                                         "define void @g() { ret void }\n");
  const std::string before = print(*module);
  applyDenormals(*module, flushes({}));
  CHECK(print(*module) == before);
}

TEST_CASE("an option reaches all functions", "[arithmetic]") {
  for (const bool asked : {true, false}) {
    llvm::LLVMContext context;
    const auto module =
        parse(context, "define void @f()" + flushing +
                           "{ ret void }\n"
                           "define internal void @g() { ret void }\n");
    applyDenormals(*module, flushes(asked));
    for (const llvm::Function &function : *module)
      CHECK((function.getDenormalMode(llvm::APFloat::IEEEsingle()) ==
             llvm::DenormalMode::getPreserveSign()) == asked);
  }
}

TEST_CASE("a kernel says whether denormals are flushed", "[arithmetic]") {
  CHECK(flushesIn("define ptx_kernel void @k()" + flushing + "{ ret void }"));
  CHECK(
      flushesIn("define amdgpu_kernel void @k()" + flushing + "{ ret void }"));
  CHECK_FALSE(flushesIn("define ptx_kernel void @k() { ret void }"));
  CHECK_FALSE(flushesIn("define void @f()" + flushing + "{ ret void }"));
  CHECK_FALSE(flushesIn("define ptx_kernel void @k() "
                        "\"denormal-fp-math\"=\"ieee,ieee\" { ret void }"));
}

TEST_CASE("an option says more than a kernel", "[arithmetic]") {
  const std::string kernel =
      "define ptx_kernel void @k()" + flushing + "{ ret void }";
  CHECK_FALSE(flushesIn(kernel, false));
  CHECK(flushesIn("define ptx_kernel void @k() { ret void }", true));
}

TEST_CASE("only single precision may be inexact", "[arithmetic]") {
  CHECK(inexact(true, true) == 0);
  CHECK(inexact(false, true) == 2);
  CHECK(inexact(true, false) == 2);
  CHECK(inexact(false, false) == 4);
}
