// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Libdevice.h"

#include "support/Catch.h"
#include "support/Setting.h"
#include "support/TempFolder.h"

#include "llvm/IR/Verifier.h"

using namespace llbc;
using namespace llbc::test;

namespace {

/// A module, and libdevice.bc with \p library, linked for one processor.
struct Libdevice {
  explicit Libdevice(const std::string &ir, const std::string &library = "",
                     const std::string &cpu = "sm_80")
      : setting(llvm::Triple("nvptx64-nvidia-cuda"), cpu),
        module(parse(context, test::nvptx + ir)) {
    setting.config.libdevice = "libdevice.bc";
    if (!library.empty())
      writeFile("libdevice.bc", bitcode(library));
    for (const llvm::Function &function : *module)
      if (function.isDeclaration() && !function.isIntrinsic())
        undefined.push_back(
            {function.getName().str(), function.hasExternalWeakLinkage(), {}});
  }

  /// The linked module as text.
  std::string link() {
    ImageSetting image = setting.image();
    image.undefined = undefined;
    linked = nvptx::linkLibdevice(*module, image, messages.diag);
    CHECK_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    return print(*module);
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
                         "define ptx_kernel void @k() {\n"
                         "  %y = call float @sinf(float 1.0)\n  ret void\n}\n";
const std::string library = "define float @__nv_sinf(float %x) {\n"
                            "  ret float 3.0\n}\n"
                            "define float @__nv_cosf(float %x) {\n"
                            "  ret float 4.0\n}\n";

} // namespace

TEST_CASE("what is needed of libdevice is linked, and its file is named",
          "[nvptx][libdevice]") {
  Libdevice libdevice(sine, library);
  const std::string text = libdevice.link();
  CHECK(contains(text, "define float @__nv_sinf"));
  CHECK_FALSE(contains(text, "__nv_cosf"));
  CHECK(libdevice.linked.files == std::vector<std::string>{"libdevice.bc"});
  CHECK(libdevice.linked.missing.empty());
  CHECK(libdevice.messages.text() == "linked what is needed of libdevice.bc\n");
}

TEST_CASE("a library that is not needed is not opened", "[nvptx][libdevice]") {
  Libdevice libdevice("define ptx_kernel void @k() {\n  ret void\n}\n");
  writeFile("libdevice.bc", "no bitcode");
  libdevice.link();
  CHECK(libdevice.linked.files.empty());
  CHECK(libdevice.messages.all.empty());
}

TEST_CASE("a damaged libdevice is an error that names it",
          "[nvptx][libdevice]") {
  Libdevice libdevice(sine);
  writeFile("libdevice.bc", "no bitcode");
  libdevice.link();
  REQUIRE(libdevice.messages.all.size() == 1);
  CHECK(libdevice.messages.all[0].severity == Severity::Error);
  CHECK(contains(libdevice.messages.text(), "libdevice.bc"));
}

TEST_CASE("a library that cannot be found is no error by itself",
          "[nvptx][libdevice]") {
  Libdevice libdevice(sine);
  libdevice.setting.config.libdevice.clear();
  libdevice.setting.config.cudaPath = "nowhere";
  CHECK(contains(libdevice.link(), "declare float @sinf"));
  CHECK(contains(libdevice.linked.missing,
                 "looked for nowhere/nvvm/libdevice/libdevice.10.bc"));
  CHECK(libdevice.messages.all.empty());
}

TEST_CASE("with --device-libs=none it is said where something is missing",
          "[nvptx][libdevice]") {
  Libdevice libdevice(sine, library);
  libdevice.setting.config.linkDeviceLibs = false;
  CHECK(contains(libdevice.link(), "declare float @sinf"));
  CHECK(contains(libdevice.linked.missing, "--device-libs=none"));
}

TEST_CASE("a weak reference asks for nothing", "[nvptx][libdevice]") {
  Libdevice libdevice("declare extern_weak float @sinf(float)\n", library);
  CHECK(contains(libdevice.link(), "declare extern_weak float @sinf"));
  CHECK(libdevice.linked.files.empty());
}

TEST_CASE("PTX's own approximations count from their processor on",
          "[nvptx][libdevice]") {
  const std::string ir =
      "define ptx_kernel void @k(float %x) {\n"
      "  %y = call afn float @llvm.tanh.f32(float %x)\n  ret void\n}\n";
  const std::string tanh = "define float @__nv_tanhf(float %x) {\n"
                           "  ret float 3.0\n}\n";
  CHECK(contains(Libdevice(ir, tanh, "sm_70").link(), "@__nv_tanhf"));
  CHECK_FALSE(contains(Libdevice(ir, tanh, "sm_80").link(), "__nv_tanhf"));
}

TEST_CASE("exp2 of small types is PTX's own", "[nvptx][libdevice]") {
  Libdevice libdevice("define ptx_kernel void @k(float %x, half %h) {\n"
                      "  %y = call float @llvm.exp2.f32(float %x)\n"
                      "  %z = call half @llvm.exp2.f16(half %h)\n"
                      "  ret void\n}\n");
  CHECK_FALSE(contains(libdevice.link(), "__nv_"));
}

TEST_CASE("functions of libdevice are known by their prefix and C's names",
          "[nvptx][libdevice]") {
  for (const char *name : {"__nv_sinf", "__nv_fast_sinf", "sin", "powf"})
    CHECK_FALSE(nvptx::libdeviceHint(name, /*isLibraryThere=*/false).empty());
  for (const char *name : {"", "sine", "nv_sin", "vprintf", "lgamma_r"})
    CHECK(nvptx::libdeviceHint(name, /*isLibraryThere=*/false).empty());
}

TEST_CASE("what is left without libdevice is reported with its function",
          "[nvptx][libdevice]") {
  Libdevice libdevice("define ptx_kernel void @k(float %x) {\n"
                      "  %y = call float @llvm.sin.f32(float %x)\n"
                      "  %z = frem float %x, %y\n  ret void\n}\n");
  ImageSetting image = libdevice.setting.image();
  nvptx::reportMissingLibdevice(*libdevice.module, image,
                                libdevice.messages.diag);
  CHECK(libdevice.messages.all.empty());
  image.missingLibrary = "note: it was not there";
  nvptx::reportMissingLibdevice(*libdevice.module, image,
                                libdevice.messages.diag);
  REQUIRE(libdevice.messages.all.size() == 2);
  CHECK(libdevice.messages.all[0].severity == Severity::Error);
  CHECK(libdevice.messages.all[1].severity == Severity::Warning);
  CHECK(contains(libdevice.messages.text(), "llvm.sin.f32"));
  CHECK(contains(libdevice.messages.text(), "the remainder"));
}
