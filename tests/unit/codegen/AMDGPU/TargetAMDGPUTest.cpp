// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Target.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/Setting.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const llvm::Triple triple("amdgcn-amd-amdhsa");

std::unique_ptr<llbc::Target> target() {
  return valueOf(llbc::Target::create(triple));
}

/// The machine for \p config and a module \p ir.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
machine(const Config &config, const std::string &ir = "") {
  llvm::LLVMContext context;
  return target()->createMachine(config, *parse(context, ir));
}

std::string function(const std::string &name, const std::string &convention,
                     const std::string &cpu, const std::string &features = "") {
  return "define " + convention + " void @" + name + "() \"target-cpu\"=\"" +
         cpu + "\" \"target-features\"=\"" + features + "\" { ret void }\n";
}

} // namespace

TEST_CASE("without a processor that of the kernels is taken",
          "[amdgpu][target]") {
  const auto created =
      valueOf(machine(Config(), function("f", "", "gfx942") +
                                    function("k", "amdgpu_kernel", "gfx90a",
                                             "+dpp,+xnack,-sramecc")));
  CHECK(created->getTargetCPU() == "gfx90a");
  CHECK(contains(created->getTargetFeatureString(), "+xnack"));
  CHECK(contains(created->getTargetFeatureString(), "-sramecc"));
}

TEST_CASE("a processor is required", "[amdgpu][target]") {
  for (const std::string &ir : {std::string(), function("f", "", "gfx942"),
                                function("k", "amdgpu_kernel", "")})
    CHECK(contains(errorText(machine(Config(), ir)), "no processor"));
}

TEST_CASE("the options win over what kernels were compiled for",
          "[amdgpu][target]") {
  Config config;
  config.targetCpu = "gfx1030";
  config.targetFeatures = "+wavefrontsize64";
  config.optLevel = OptLevel::O3;
  const auto created = valueOf(
      machine(config, function("k", "amdgpu_kernel", "gfx90a", "+xnack")));
  CHECK(created->getTargetCPU() == "gfx1030");
  CHECK_FALSE(contains(created->getTargetFeatureString(), "xnack"));
  CHECK(contains(created->getTargetFeatureString(), "+wavefrontsize64"));
  CHECK(created->getOptLevel() == llvm::CodeGenOptLevel::Aggressive);
}

TEST_CASE("the GPU provides no function", "[amdgpu][target]") {
  for (const char *name : {"", "malloc", "printf", "vprintf", "__ockl_f"})
    CHECK_FALSE(target()->isProvided(name));
}

TEST_CASE("all kernels get the GPU's convention, all functions one machine",
          "[amdgpu][target]") {
  llvm::LLVMContext context;
  const auto module = parse(
      context, "@v = global i32 0\n@local = internal global i32 0\n"
               "declare void @declared()\n" +
                   function("f", "internal", "gfx90a", "+xnack") +
                   function("k", "amdgpu_kernel", "gfx90a", "+xnack") +
                   function("portable", "spir_kernel", "gfx900", "-xnack"));
  Messages messages;
  target()->lower(*module, Setting(triple, "gfx90a").image(), messages.diag);
  CHECK_FALSE(contains(print(*module), "target-cpu"));
  CHECK_FALSE(contains(print(*module), "target-features"));
  for (const char *name : {"k", "portable"}) {
    const llvm::Function *kernel = module->getFunction(name);
    CHECK(kernel->getCallingConv() == llvm::CallingConv::AMDGPU_KERNEL);
    CHECK(kernel->hasProtectedVisibility());
  }
  CHECK(module->getFunction("f")->getCallingConv() == llvm::CallingConv::C);
  CHECK(module->getNamedGlobal("v")->hasProtectedVisibility());
  CHECK(module->getNamedGlobal("local")->hasDefaultVisibility());
  CHECK(module->getFunction("declared")->hasDefaultVisibility());
  CHECK(messages.all.empty());
}

// LLVM's verifier says so first of the conventions that it knows; text of
// others reaches the target.
TEST_CASE("a kernel that returns a value is an error that names it",
          "[amdgpu][target]") {
  llvm::LLVMContext context;
  const auto module =
      parse(context, "define ptx_kernel i32 @k() { ret i32 0 }\n"
                     "define ptx_kernel void @good() { ret void }\n"
                     "define i32 @f() { ret i32 0 }\n");
  Messages messages;
  target()->legalize(*module, Setting(triple, "gfx90a").image(), messages.diag);
  CHECK(messages.text() == "a kernel cannot return a value: k\n");
}
