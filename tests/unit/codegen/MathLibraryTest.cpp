// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/MathLibrary.h"

#include "support/Catch.h"
#include "support/Modules.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// `lib_sin` for double, `lib_sinf` for float, `lib_quick_sinf` with fast;
/// no "cbrt". The code generator does exp exactly and fmod inexactly.
class TestLibrary : public MathLibrary {
public:
  std::string symbol(llvm::StringRef function, bool isFloat,
                     bool fast) const override {
    if (function == "cbrt")
      return "";
    return ("lib_" + llvm::StringRef(fast ? "quick_" : "") + function +
            (isFloat ? "f" : ""))
        .str();
  }
  unsigned resultAddressSpace() const override { return 0; }
  bool returnsFirstResult() const override { return false; }
  MathSupport support(llvm::StringRef function, const llvm::Type & /*type*/,
                      bool approximate) const override {
    if (function == "exp" || (function == "cos" && approximate))
      return MathSupport::Exact;
    return function == "fmod" ? MathSupport::Inexact : MathSupport::None;
  }
};

/// One that returns the first of several results, and takes pointers to the
/// others in an address space, as AMD's does.
class ReturningLibrary : public TestLibrary {
public:
  unsigned resultAddressSpace() const override { return 5; }
  bool returnsFirstResult() const override { return true; }
};

struct Mapping {
  explicit Mapping(const std::string &ir) : module(parse(context, ir)) {
    for (const llvm::Function &function : *module)
      if (function.isDeclaration() && !function.isIntrinsic())
        undefined.insert(function.getName());
  }

  bool needs() const { return needsMathLibrary(*module, library, undefined); }

  /// The mapped module as text; it must be valid.
  std::string map(bool isThere = true, bool fast = false) {
    mapMath(*module, library, undefined, isThere, fast);
    CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return print(*module);
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::StringSet<> undefined;
  TestLibrary library;
};

const std::string sine = "declare float @sinf(float)\n";

/// A function with the instructions \p body.
std::string function(const std::string &body) {
  return "define void @k(float %x, double %d, ptr %p) {\n" + body +
         "\n  ret void\n}\n";
}

} // namespace

TEST_CASE("an undefined name of C's library gets a body that calls the "
          "library's",
          "[math]") {
  Mapping mapping(sine + "declare double @pow(double, double)\n");
  CHECK(mapping.needs());
  mapping.map();
  const llvm::Function *defined = mapping.module->getFunction("sinf");
  CHECK_FALSE(defined->isDeclaration());
  CHECK(defined->hasFnAttribute(llvm::Attribute::AlwaysInline));
  CHECK(mapping.module->getFunction("lib_sinf"));
  CHECK(mapping.module->getFunction("lib_pow"));
}

TEST_CASE("a name that is defined elsewhere stays as it is", "[math]") {
  Mapping mapping(sine);
  mapping.undefined.clear();
  CHECK_FALSE(mapping.needs());
  mapping.map();
  CHECK(mapping.module->getFunction("sinf")->isDeclaration());
}

TEST_CASE("a declaration with other types is another function", "[math]") {
  for (const char *declaration :
       {"declare i32 @sin(i32)", "declare float @sin(float)",
        "declare double @sin(double, double)", "declare double @sin(...)",
        "declare void @sin(double)", "declare double @frexp(double, i64)",
        "declare <2 x float> @sinf(<2 x float>)",
        "declare double @scalbln(double, i32)"}) {
    Mapping mapping(declaration);
    CHECK_FALSE(mapping.needs());
    CHECK(mapping.map() == print(*mapping.module));
    CHECK(mapping.module->begin()->isDeclaration());
  }
}

TEST_CASE("attributes that forbid inlining go", "[math]") {
  Mapping mapping("declare float @sinf(float) #0\n"
                  "attributes #0 = { noinline optnone nobuiltin }\n");
  mapping.map();
  const llvm::Function *defined = mapping.module->getFunction("sinf");
  CHECK_FALSE(defined->hasFnAttribute(llvm::Attribute::NoInline));
  CHECK_FALSE(defined->hasFnAttribute(llvm::Attribute::OptimizeNone));
}

TEST_CASE("a declaration's debug information does not make its body invalid",
          "[math]") {
  Mapping mapping(
      "declare !dbg !4 float @sinf(float)\n"
      "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n"
      "!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, "
      "emissionKind: FullDebug)\n"
      "!2 = !DIFile(filename: \"k.c\", directory: \"\")\n"
      "!3 = !DISubroutineType(types: !{})\n"
      "!4 = !DISubprogram(name: \"sinf\", file: !2, type: !3, spFlags: "
      "DISPFlagOptimized)\n");
  mapping.map();
}

TEST_CASE("the library's lack of a function leaves it undefined", "[math]") {
  Mapping mapping("declare double @cbrt(double)\n");
  CHECK_FALSE(mapping.needs());
  mapping.map();
  CHECK(mapping.module->getFunction("cbrt")->isDeclaration());
}

TEST_CASE("without a library only what needs none is mapped", "[math]") {
  Mapping mapping(sine + "declare double @floor(double)\n" +
                  function("  %y = call float @llvm.sin.f32(float %x)"));
  const std::string text = mapping.map(/*isThere=*/false);
  CHECK(mapping.module->getFunction("sinf")->isDeclaration());
  CHECK_FALSE(mapping.module->getFunction("floor")->isDeclaration());
  CHECK(contains(text, "@llvm.sin.f32(float %x)"));
  CHECK_FALSE(contains(text, "lib_"));
}

TEST_CASE("what the code generator does exactly needs no library", "[math]") {
  Mapping mapping(function("  %e = call double @llvm.exp.f64(double %d)\n"
                           "  %c = call afn float @llvm.cos.f32(float %x)\n"
                           "  %s = call float @llvm.sqrt.f32(float %x)") +
                  "declare double @ceil(double)\n");
  CHECK_FALSE(mapping.needs());
  CHECK_FALSE(contains(mapping.map(), "lib_"));
}

TEST_CASE("every lane of a vector is a call", "[math]") {
  Mapping mapping("define <3 x double> @f(<3 x double> %v) {\n"
                  "  %y = call <3 x double> @llvm.sin.v3f64(<3 x double> %v)\n"
                  "  ret <3 x double> %y\n}\n");
  const std::string text = mapping.map();
  CHECK(llvm::StringRef(text).count("call double @lib_sin(double") == 3);
  CHECK_FALSE(contains(text, "call <3 x double>"));
}

TEST_CASE("half and bfloat are computed as float", "[math]") {
  Mapping mapping("define half @f(half %h, bfloat %b, ptr %p) {\n"
                  "  %c = frem bfloat %b, %b\n  store bfloat %c, ptr %p\n"
                  "  %y = call half @llvm.sin.f16(half %h)\n"
                  "  ret half %y\n}\n");
  const std::string text = mapping.map();
  CHECK(contains(text, "call float @lib_sinf(float"));
  CHECK(contains(text, "call float @lib_fmodf(float"));
  CHECK(contains(text, "fptrunc float %"));
}

TEST_CASE("what no library computes stays", "[math]") {
  const std::string ir =
      "define fp128 @f(fp128 %x) {\n"
      "  %y = call fp128 @llvm.sin.f128(fp128 %x)\n  ret fp128 %y\n}\n"
      "define <vscale x 2 x float> @g(<vscale x 2 x float> %x) {\n"
      "  %y = call <vscale x 2 x float> @llvm.sin.nxv2f32(<vscale x 2 x "
      "float> %x)\n  ret <vscale x 2 x float> %y\n}\n";
  Mapping mapping(ir);
  CHECK_FALSE(mapping.needs());
  CHECK_FALSE(contains(mapping.map(), "lib_"));
}

TEST_CASE("an intrinsic with two results gets both", "[math]") {
  Mapping mapping("define { float, float } @f(float %x) {\n"
                  "  %y = call { float, float } @llvm.sincos.f32(float %x)\n"
                  "  ret { float, float } %y\n}\n");
  const std::string text = mapping.map();
  CHECK(contains(text, "call void @lib_sincosf(float %x, ptr %"));
  CHECK(llvm::StringRef(text).count("alloca float") == 2);
}

TEST_CASE("a library may return the first result", "[math]") {
  llvm::LLVMContext context;
  const auto module =
      parse(context, "target datalayout = \"A5\"\n"
                     "declare void @sincosf(float, ptr, ptr)\n");
  llvm::StringSet<> undefined;
  undefined.insert("sincosf");
  mapMath(*module, ReturningLibrary(), undefined, /*isThere=*/true,
          /*fast=*/false);
  CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  CHECK(contains(print(*module),
                 "call float @lib_sincosf(float %0, ptr addrspace(5) %"));
}

TEST_CASE("places for results are in the entry block, not in a loop",
          "[math]") {
  Mapping mapping("define void @f(float %x) {\nentry:\n  br label %loop\n"
                  "loop:\n  %y = call { float, float } "
                  "@llvm.sincos.f32(float %x)\n  br label %loop\n}\n");
  mapping.map();
  unsigned places = 0;
  for (const llvm::Instruction &instruction :
       mapping.module->getFunction("f")->getEntryBlock())
    places += llvm::isa<llvm::AllocaInst>(instruction);
  CHECK(places == 2);
}

TEST_CASE("the fast variant is taken on request and for approximate calls",
          "[math]") {
  const std::string ir =
      sine + function("  %y = call afn double @llvm.sin.f64(double %d)\n"
                      "  %z = call double @llvm.tan.f64(double %d)");
  const std::string exact = Mapping(ir).map();
  CHECK(contains(exact, "@lib_sinf("));
  CHECK(contains(exact, "@lib_quick_sin("));
  CHECK(contains(exact, "@lib_tan("));
  const std::string fast = Mapping(ir).map(/*isThere=*/true, /*fast=*/true);
  CHECK(contains(fast, "@lib_quick_sinf("));
  CHECK(contains(fast, "@lib_quick_tan("));
}

TEST_CASE("a symbol of the library that is no such function is not called",
          "[math]") {
  Mapping mapping(sine + "@lib_sinf = global i32 0\n");
  CHECK_FALSE(contains(mapping.map(), "call float @lib_sinf("));
}

TEST_CASE("each kind of unmapped operation is found once", "[math]") {
  Mapping mapping(
      function("  %1 = call float @llvm.sin.f32(float %x)\n"
               "  %2 = call float @llvm.sin.f32(float %1)\n"
               "  %3 = call double @llvm.sin.f64(double %d)\n"
               "  %4 = frem float %2, %x\n  %5 = frem double %3, %d\n"
               "  %6 = call double @llvm.exp.f64(double %d)"));
  const std::vector<UnmappedMath> found =
      findUnmappedMath(*mapping.module, mapping.library);
  REQUIRE(found.size() == 3);
  CHECK(found[0].name == "llvm.sin.f32");
  CHECK(found[0].support == MathSupport::None);
  CHECK(found[0].operation->getName().empty());
  CHECK(found[1].name == "llvm.sin.f64");
  CHECK(found[2].name == "the remainder of floating-point numbers");
  CHECK(found[2].support == MathSupport::Inexact);
}
