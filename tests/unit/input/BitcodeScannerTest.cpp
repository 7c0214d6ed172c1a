// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/BitcodeScanner.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llbc;
using namespace llbc::test;
using llvm::GlobalValue;
using Kind = ModuleSymbol::Kind;

TEST_CASE("every linkage is read", "[scanner]") {
  const std::pair<const char *, GlobalValue::LinkageTypes> rows[] = {
      {"@x = global i32 0", GlobalValue::ExternalLinkage},
      {"@x = external global i32", GlobalValue::ExternalLinkage},
      {"@x = private global i32 0", GlobalValue::PrivateLinkage},
      {"@x = internal global i32 0", GlobalValue::InternalLinkage},
      {"@x = weak global i32 0", GlobalValue::WeakAnyLinkage},
      {"@x = weak_odr global i32 0", GlobalValue::WeakODRLinkage},
      {"@x = linkonce global i32 0", GlobalValue::LinkOnceAnyLinkage},
      {"@x = linkonce_odr global i32 0", GlobalValue::LinkOnceODRLinkage},
      {"@x = common global i32 0", GlobalValue::CommonLinkage},
      {"@x = extern_weak global i32", GlobalValue::ExternalWeakLinkage},
      {"@x = available_externally global i32 0",
       GlobalValue::AvailableExternallyLinkage},
      {"@x = appending global [0 x i32] []", GlobalValue::AppendingLinkage}};
  for (const auto &[ir, linkage] : rows) {
    CAPTURE(ir);
    const ScannedModule module(ir);
    REQUIRE(module.summary().symbols.size() == 1);
    CHECK(module.symbol("x").linkage == linkage);
    CHECK(module.symbol("x").kind == Kind::Variable);
  }
}

TEST_CASE("definitions and references are told apart", "[scanner]") {
  struct Row {
    const char *ir;
    bool isDefinition;
    bool isReference;
    bool isWeakReference;
  };
  const Row rows[] = {
      {"define void @x() { ret void }", true, false, false},
      {"define weak void @x() { ret void }", true, false, false},
      {"define internal void @x() { ret void }", false, false, false},
      {"define available_externally void @x() { ret void }", false, true,
       false},
      {"declare void @x()", false, true, false},
      {"declare extern_weak void @x()", false, true, true},
      {"@x = common global i32 0", true, false, false},
      {"@x = appending global [0 x i32] []", false, false, false},
      {"@x = external global i32", false, true, false}};
  for (const Row &row : rows) {
    CAPTURE(row.ir);
    const ScannedModule module(row.ir);
    CHECK(module.symbol("x").isDefinition() == row.isDefinition);
    CHECK(module.symbol("x").isReference() == row.isReference);
    CHECK(module.symbol("x").isWeakReference() == row.isWeakReference);
  }
}

TEST_CASE("intrinsics need no definition", "[scanner]") {
  const ScannedModule module("declare void @llvm.trap()");
  CHECK_FALSE(module.symbol("llvm.trap").isReference());
}

TEST_CASE("visibility and unnamed_addr are read", "[scanner]") {
  const ScannedModule module(R"(
@a = hidden global i32 0
@b = protected unnamed_addr global i32 0
define hidden void @c() local_unnamed_addr { ret void }
define protected void @d() unnamed_addr { ret void }
@e = hidden unnamed_addr alias i32, ptr @a
)");
  CHECK(module.symbol("a").visibility == GlobalValue::HiddenVisibility);
  CHECK(module.symbol("a").unnamedAddr == GlobalValue::UnnamedAddr::None);
  CHECK(module.symbol("b").visibility == GlobalValue::ProtectedVisibility);
  CHECK(module.symbol("b").unnamedAddr == GlobalValue::UnnamedAddr::Global);
  CHECK(module.symbol("c").visibility == GlobalValue::HiddenVisibility);
  CHECK(module.symbol("c").unnamedAddr == GlobalValue::UnnamedAddr::Local);
  CHECK(module.symbol("d").visibility == GlobalValue::ProtectedVisibility);
  CHECK(module.symbol("e").visibility == GlobalValue::HiddenVisibility);
  CHECK(module.symbol("e").unnamedAddr == GlobalValue::UnnamedAddr::Global);
}

TEST_CASE("the calling convention of a function is read", "[scanner]") {
  const ScannedModule module(R"(
define ptx_kernel void @k() { ret void }
define ptx_device void @d() { ret void }
define amdgpu_kernel void @a() { ret void }
define spir_kernel void @s() { ret void }
define fastcc void @f() { ret void }
)");
  CHECK(module.symbol("k").callingConv == llvm::CallingConv::PTX_Kernel);
  CHECK(module.symbol("d").callingConv == llvm::CallingConv::PTX_Device);
  CHECK(module.symbol("a").callingConv == llvm::CallingConv::AMDGPU_KERNEL);
  CHECK(module.symbol("s").callingConv == llvm::CallingConv::SPIR_KERNEL);
  CHECK(module.symbol("f").callingConv == llvm::CallingConv::Fast);
}

TEST_CASE("comdats are read with their members", "[scanner]") {
  const ScannedModule module(R"(
$one = comdat any
$two = comdat nodeduplicate
@one = global i32 0, comdat
define void @f() comdat($one) { ret void }
@g = global i32 0, comdat($two)
@h = global i32 0
)");
  const ModuleSummary &summary = module.summary();
  REQUIRE(summary.comdats.size() == 2);
  auto nameOf = [&](llvm::StringRef symbol) {
    const int index = module.symbol(symbol).comdat;
    return index < 0 ? llvm::StringRef() : summary.comdats.at(index).name;
  };
  CHECK(nameOf("one") == "one");
  CHECK(nameOf("f") == "one");
  CHECK(nameOf("g") == "two");
  CHECK(nameOf("h").empty());
  for (const ModuleComdat &comdat : summary.comdats)
    CHECK(comdat.noDuplicates == (comdat.name == "two"));
}

TEST_CASE("an alias gives the symbol that it names", "[scanner]") {
  const ScannedModule module(R"(
@v = global [2 x i32] zeroinitializer
define ptx_kernel void @k() { ret void }
@a = alias void (), ptr @k
@b = weak alias void (), ptr @a
@c = alias i32, ptr @v
@d = alias i32, getelementptr ([2 x i32], ptr @v, i32 0, i32 1)
)");
  auto aliasee = [&](llvm::StringRef name) {
    const int index = module.symbol(name).aliasee;
    return index < 0 ? llvm::StringRef()
                     : module.summary().symbols.at(index).name;
  };
  CHECK(module.symbol("a").kind == Kind::Alias);
  CHECK(aliasee("a") == "k");
  CHECK(aliasee("b") == "a");
  CHECK(module.symbol("b").linkage == GlobalValue::WeakAnyLinkage);
  CHECK(aliasee("c") == "v");
  // An address inside a variable is no symbol.
  CHECK(aliasee("d").empty());
  CHECK(module.symbol("k").aliasee == -1);
  CHECK(module.symbol("a").isDefinition());
}

TEST_CASE("an ifunc is a definition of its own kind", "[scanner]") {
  const ScannedModule module(R"(
define ptr @resolver() { ret ptr null }
@i = ifunc void (), ptr @resolver
)");
  CHECK(module.symbol("i").kind == Kind::IFunc);
  CHECK(module.symbol("i").isDefinition());
}

TEST_CASE("the module says its triple and layout and producer", "[scanner]") {
  const ScannedModule module(R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
)");
  CHECK(module.summary().triple == "nvptx64-nvidia-cuda");
  CHECK(module.summary().dataLayout ==
        "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64");
  CHECK(llvm::StringRef(module.summary().producer).starts_with("LLVM22.1"));
  CHECK(module.summary().symbols.empty());
  CHECK(ScannedModule("").summary().triple.empty());
}

TEST_CASE("inline assembly of a module is noticed", "[scanner]") {
  CHECK(ScannedModule("module asm \".global x\"").summary().hasModuleAsm());
  CHECK_FALSE(ScannedModule("@x = global i32 0").summary().hasModuleAsm());
}

TEST_CASE("lists that keep things alive are noticed", "[scanner]") {
  for (const char *list : {"llvm.used", "llvm.compiler.used"})
    CHECK(ScannedModule("@x = global i32 0\n@" + std::string(list) +
                        " = appending global [1 x ptr] [ptr @x]")
              .summary()
              .hasAppending);
  CHECK(ScannedModule("define void @f() { ret void }\n@llvm.global_ctors = "
                      "appending global [1 x { i32, ptr, ptr }] "
                      "[{ i32, ptr, ptr } { i32 1, ptr @f, ptr null }]")
            .summary()
            .hasAppending);
  CHECK_FALSE(ScannedModule("@x = global i32 0").summary().hasAppending);
}

TEST_CASE("a kernel that only annotations mark has a kernel's convention",
          "[scanner]") {
  const ScannedModule module(
      annotatedBitcode(nvptx + "define void @k() { ret void }\n"
                               "define void @f() { ret void }\n"
                               "@x = hidden global i32 0\n",
                       "k", "kernel"),
      std::in_place);
  CHECK(module.summary().hasAnnotations);
  CHECK(module.symbol("k").callingConv == llvm::CallingConv::PTX_Kernel);
  CHECK(module.symbol("f").callingConv == llvm::CallingConv::C);
  CHECK(module.symbol("x").visibility == GlobalValue::HiddenVisibility);
  CHECK(module.summary().symbols.size() == 3);
  CHECK(module.summary().triple == "nvptx64-nvidia-cuda");
  CHECK(llvm::StringRef(module.summary().producer).starts_with("LLVM"));
}

TEST_CASE("annotations are found behind much other metadata", "[scanner]") {
  // More than the number of nodes from which LLVM writes an index.
  constexpr unsigned count = 200;
  std::string ir = nvptx + "define void @k() { ret void }\n!many = !{";
  std::string nodes;
  for (unsigned i = 0; i != count; ++i) {
    ir += (i == 0 ? "!" : ", !") + std::to_string(i);
    nodes += "!" + std::to_string(i) + " = !{i32 " + std::to_string(i) + "}\n";
  }
  const ScannedModule module(
      annotatedBitcode(ir + "}\n" + nodes, "k", "kernel"), std::in_place);
  CHECK(module.symbol("k").callingConv == llvm::CallingConv::PTX_Kernel);
}

TEST_CASE("annotations of other things mark no kernel", "[scanner]") {
  const ScannedModule module(
      annotatedBitcode(nvptx + "define void @f() { ret void }\n", "f",
                       "maxntidx"),
      std::in_place);
  CHECK(module.symbol("f").callingConv == llvm::CallingConv::C);
}

namespace {

/// Modules that between them use every record the scanner reads.
const char *const agreementModules[] = {
    "",
    "@a = global i32 1\n@b = external global i32\n",
    "@a = internal addrspace(3) global [4 x i8] undef, align 16, section "
    "\"s\"\n@b = hidden thread_local unnamed_addr constant i8 3\n",
    "$c = comdat any\n$d = comdat largest\n$n = comdat nodeduplicate\n"
    "@c = linkonce_odr global i32 1, comdat\n"
    "define weak_odr void @d() comdat { ret void }\n"
    "define void @e() comdat($n) { ret void }\n",
    "define ptx_kernel void @k(i32 %x) #0 { ret void }\n"
    "declare extern_weak i32 @w()\ndeclare void @llvm.trap()\n"
    "attributes #0 = { nounwind }\n",
    "define void @f() { call void @g()\n ret void }\n"
    "define internal fastcc void @g() gc \"statepoint-example\" { ret void }\n"
    "define available_externally void @h() local_unnamed_addr { ret void }\n",
    "@v = common global i64 0\n@a = weak hidden alias i64, ptr @v\n"
    "define void @f() { ret void }\n@b = alias void (), ptr @f\n"
    "@c = internal alias void (), ptr @b\n",
    "define ptr @r() { ret ptr null }\n@i = ifunc void (), ptr @r\n",
    "@x = global i32 0\n@llvm.used = appending global [1 x ptr] [ptr @x]\n",
    "define void @\"name with blank\"() { ret void }\n@0 = global i32 0\n"
    "@\"\\01raw\" = global i32 0\n"};

} // namespace

TEST_CASE("the scan agrees with LLVM's own reader", "[scanner]") {
  for (const char *ir : agreementModules) {
    CAPTURE(ir);
    const ScannedModule scanned(ir);
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = parse(context, ir);
    size_t count = 0;
    for (const GlobalValue &value : module->global_values()) {
      ++count;
      const auto found = llvm::find_if(
          scanned.summary().symbols, [&](const ModuleSymbol &symbol) {
            return symbol.name ==
                   GlobalValue::dropLLVMManglingEscape(value.getName());
          });
      REQUIRE(found != scanned.summary().symbols.end());
      const ModuleSymbol &symbol = *found;
      CAPTURE(symbol.name);
      CHECK(symbol.linkage == value.getLinkage());
      CHECK(symbol.visibility == value.getVisibility());
      CHECK(symbol.unnamedAddr == value.getUnnamedAddr());
      CHECK(symbol.isDeclaration == value.isDeclaration());
      if (const auto *function = llvm::dyn_cast<llvm::Function>(&value))
        CHECK(symbol.callingConv == function->getCallingConv());
      const bool hasComdat = value.getComdat() != nullptr;
      REQUIRE((symbol.comdat >= 0) == hasComdat);
      if (hasComdat)
        CHECK(scanned.summary().comdats.at(symbol.comdat).name ==
              value.getComdat()->getName());
      if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&value)) {
        REQUIRE(symbol.aliasee >= 0);
        CHECK(scanned.summary().symbols.at(symbol.aliasee).name ==
              alias->getAliasee()->getName());
      }
    }
    CHECK(scanned.summary().symbols.size() == count);
  }
}

TEST_CASE("each module of a file with several is scanned", "[scanner]") {
  const std::string bytes = bitcodeOfSeveral(
      {nvptx + "@first = global i32 0",
       "target triple = \"amdgcn-amd-amdhsa\"\n@second = global i32 0"});
  const llvm::BitcodeFileContents contents = valueOf(
      llvm::getBitcodeFileContents(llvm::MemoryBufferRef(bytes, "two.bc")));
  REQUIRE(contents.Mods.size() == 2);
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver names(allocator);
  ModuleSummary summaries[2];
  for (unsigned i = 0; i != 2; ++i)
    REQUIRE(errorText(scanModule(contents.Mods[i], names, summaries[i])) == "");
  CHECK(summaries[0].triple == "nvptx64-nvidia-cuda");
  CHECK(summaries[0].symbols.at(0).name == "first");
  CHECK(summaries[1].triple == "amdgcn-amd-amdhsa");
  CHECK(summaries[1].symbols.at(0).name == "second");
}
