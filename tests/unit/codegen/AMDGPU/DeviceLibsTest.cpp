// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/DeviceLibs.h"

#include "support/Catch.h"
#include "support/Setting.h"
#include "support/TempFolder.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string header = "target triple = \"amdgcn-amd-amdhsa\"\n"
                           "target datalayout = \"A5-G1\"\n";
const std::string controls =
    "@__oclc_ABI_version = external hidden addrspace(4) constant i32\n"
    "@__oclc_ISA_version = external hidden addrspace(4) constant i32\n"
    "@__oclc_correctly_rounded_sqrt32 = external addrspace(4) constant i8\n"
    "@__oclc_daz_opt = external addrspace(4) constant i8\n"
    "@__oclc_finite_only_opt = external addrspace(4) constant i8\n"
    "@__oclc_unsafe_math_opt = external addrspace(4) constant i8\n"
    "@__oclc_wavefrontsize64 = external addrspace(4) constant i8\n";

/// A module, linked with the libraries in the folder "rocm" for one processor.
struct DeviceLibs {
  explicit DeviceLibs(const std::string &ir, const std::string &cpu = "gfx90a",
                      const std::string &features = "")
      : setting(llvm::Triple("amdgcn-amd-amdhsa"), cpu, features),
        module(parse(context, header + ir)) {
    setting.config.rocmPath = "rocm";
    for (const llvm::Function &function : *module)
      if (function.isDeclaration() && !function.isIntrinsic())
        undefined.push_back({function.getName().str(), false, {}});
  }

  DeviceLibs &library(const std::string &name, const std::string &ir) {
    std::filesystem::create_directories("rocm");
    writeFile("rocm/" + name, bitcode(header + ir));
    return *this;
  }

  std::string link() {
    ImageSetting image = setting.image();
    image.undefined = undefined;
    linked = amdgpu::linkDeviceLibs(*module, image, messages.diag);
    CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return print(*module);
  }

  /// The value of a control; -1 where it has none.
  int64_t control(const std::string &name) const {
    const llvm::GlobalVariable *variable =
        module->getGlobalVariable("__oclc_" + name, /*AllowInternal=*/true);
    if (!variable || !variable->hasInitializer())
      return -1;
    CHECK(variable->hasLocalLinkage());
    return llvm::cast<llvm::ConstantInt>(variable->getInitializer())
        ->getSExtValue();
  }

  const TempFolder folder;
  Setting setting;
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  std::vector<UndefinedSymbol> undefined;
  Messages messages{/*verbose=*/true};
  LinkedLibraries linked = {};
};

const std::string sine = "declare float @sinf(float)\n"
                         "define amdgpu_kernel void @k() {\n"
                         "  %y = call float @sinf(float 1.0)\n  ret void\n}\n";

} // namespace

TEST_CASE("a processor has its ISA version and wavefront size",
          "[amdgpu][device-libs]") {
  struct Row {
    const char *cpu;
    int64_t isa;
    int64_t wave64;
  };
  const Row rows[] = {{"gfx803", 8003, 1},      {"gfx90a", 9010, 1},
                      {"gfx942", 9402, 1},      {"gfx1030", 10300, 0},
                      {"gfx1100", 11000, 0},    {"gfx1201", 12001, 0},
                      {"gfx9-generic", 9000, 1}};
  for (const Row &row : rows) {
    DeviceLibs libs(controls, row.cpu);
    libs.link();
    CHECK(libs.control("ISA_version") == row.isa);
    CHECK(libs.control("wavefrontsize64") == row.wave64);
    CHECK(libs.messages.all.empty());
  }
}

TEST_CASE("the wavefront size may be asked for", "[amdgpu][device-libs]") {
  DeviceLibs libs(controls, "gfx1030", "+wavefrontsize64");
  libs.link();
  CHECK(libs.control("wavefrontsize64") == 1);
}

TEST_CASE("the ABI version is that of the module, or LLVM's",
          "[amdgpu][device-libs]") {
  DeviceLibs without(controls);
  without.link();
  CHECK(without.control("ABI_version") == 600);
  DeviceLibs with(controls +
                  "!llvm.module.flags = !{!0}\n"
                  "!0 = !{i32 1, !\"amdhsa_code_object_version\", i32 400}\n");
  with.link();
  CHECK(with.control("ABI_version") == 400);
}

TEST_CASE("arithmetic is exact unless the options say other",
          "[amdgpu][device-libs]") {
  DeviceLibs exact(controls);
  exact.link();
  CHECK(exact.control("correctly_rounded_sqrt32") == 1);
  CHECK(exact.control("daz_opt") == 0);
  CHECK(exact.control("finite_only_opt") == 0);
  CHECK(exact.control("unsafe_math_opt") == 0);
  DeviceLibs fast(controls);
  fast.setting.config.arithmetic = {true, false, false, true};
  fast.link();
  CHECK(fast.control("correctly_rounded_sqrt32") == 0);
  CHECK(fast.control("daz_opt") == 1);
  CHECK(fast.control("finite_only_opt") == 1);
  CHECK(fast.control("unsafe_math_opt") == 1);
}

TEST_CASE("a control that is defined keeps its value",
          "[amdgpu][device-libs]") {
  DeviceLibs libs("@__oclc_ISA_version = linkonce_odr hidden addrspace(4) "
                  "constant i32 77\n");
  CHECK(contains(libs.link(), "constant i32 77"));
}

TEST_CASE("without libraries the controls stay undefined",
          "[amdgpu][device-libs]") {
  DeviceLibs libs(controls);
  libs.setting.config.linkDeviceLibs = false;
  libs.link();
  CHECK(libs.control("ISA_version") == -1);
}

TEST_CASE("C's names and what they need come from both libraries",
          "[amdgpu][device-libs]") {
  DeviceLibs libs(sine);
  libs.library("ocml.bc", "declare float @__ockl_f(float)\n"
                          "define float @__ocml_sin_f32(float %x) {\n"
                          "  %y = call float @__ockl_f(float %x)\n"
                          "  ret float %y\n}\n")
      .library("ockl.bc", "define float @__ockl_f(float %x) {\n"
                          "  ret float 3.0\n}\n"
                          "define void @__ockl_other() {\n  ret void\n}\n");
  const std::string text = libs.link();
  CHECK(contains(text, "define float @__ocml_sin_f32"));
  CHECK(contains(text, "define float @__ockl_f"));
  CHECK_FALSE(contains(text, "__ockl_other"));
  CHECK(libs.linked.files ==
        std::vector<std::string>{"rocm/ocml.bc", "rocm/ockl.bc"});
}

TEST_CASE("a function that OCML lacks stays undefined",
          "[amdgpu][device-libs]") {
  DeviceLibs libs("declare double @jn(i32, double)\n"
                  "define amdgpu_kernel void @k() {\n"
                  "  %y = call double @jn(i32 1, double 1.0)\n"
                  "  ret void\n}\n");
  CHECK(contains(libs.link(), "declare double @jn"));
  CHECK(libs.linked.files.empty());
}

TEST_CASE("powi is OCML's pown", "[amdgpu][device-libs]") {
  DeviceLibs libs("define amdgpu_kernel void @k(double %d, i32 %n) {\n"
                  "  %y = call double @llvm.powi.f64.i32(double %d, i32 %n)\n"
                  "  ret void\n}\n");
  libs.library("ocml.bc", "define double @__ocml_pown_f64(double %x, i32 %n) "
                          "{\n  ret double %x\n}\n");
  CHECK(
      contains(libs.link(), "call double @__ocml_pown_f64(double %d, i32 %n)"));
}

TEST_CASE("the message lists where the libraries were looked for",
          "[amdgpu][device-libs]") {
  DeviceLibs libs(sine);
  libs.link();
  CHECK(contains(libs.linked.missing,
                 "looked for ocml.bc in rocm/amdgcn/bitcode, rocm;"));
  CHECK(libs.messages.all.empty());
}

TEST_CASE("a damaged library is an error that names it",
          "[amdgpu][device-libs]") {
  DeviceLibs libs(sine);
  std::filesystem::create_directory("rocm");
  writeFile("rocm/ocml.bc", "no bitcode");
  libs.link();
  REQUIRE(libs.messages.all.size() == 1);
  CHECK(contains(libs.messages.text(), "rocm/ocml.bc"));
}

TEST_CASE("functions of the libraries are known by prefix and C's names",
          "[amdgpu][device-libs]") {
  for (const char *name : {"__ocml_sin_f32", "__ockl_x", "sin", "powf"})
    CHECK_FALSE(amdgpu::deviceLibHint(name, /*isLibraryThere=*/false).empty());
  for (const char *name : {"", "ocml", "__oclc_x", "malloc", "jn"})
    CHECK(amdgpu::deviceLibHint(name, /*isLibraryThere=*/false).empty());
}
