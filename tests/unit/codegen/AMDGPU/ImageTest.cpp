// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's offload runtime reads images with these functions before it loads
// them.

#include "llbc/Link.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/Frontend/Offloading/Utility.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llbc;
using namespace llbc::test;
using llvm::offloading::amdgpu::AMDGPUKernelMetaData;

namespace {

const std::string program =
    "target triple = \"amdgcn-amd-amdhsa\"\n"
    "@TILE = internal addrspace(3) global [64 x i32] poison\n"
    "define amdgpu_kernel void @tiled(i32 %i) {\n"
    "  %g = getelementptr i32, ptr addrspace(3) @TILE, i32 %i\n"
    "  store volatile i32 %i, ptr addrspace(3) %g\n  ret void\n}\n"
    "define hidden amdgpu_kernel void @sized(ptr addrspace(1) %p) #0 {\n"
    "  store i32 1, ptr addrspace(1) %p\n  ret void\n}\n"
    "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"1,256\" }\n";

/// The image of `program`, linked from two files.
std::string imageFor(const std::string &cpu, unsigned version) {
  const TempFolder folder;
  writeFile("a.bc", bitcode(program));
  writeFile("b.bc", bitcode("target triple = \"amdgcn-amd-amdhsa\"\n"
                            "define amdgpu_kernel void @second() {\n"
                            "  ret void\n}\n"));
  Config config;
  for (const char *name : {"a.bc", "b.bc"})
    config.inputs.push_back({InputArg::Kind::File, name, false});
  config.output = "out.elf";
  config.targetCpu = cpu;
  config.codeObjectVersion = version;
  Messages messages;
  LinkResult result = link(config, messages.diag);
  CHECK(messages.text() == "");
  REQUIRE(result.succeeded);
  return std::move(result.outputs.front().bytes);
}

bool runsOn(const std::string &image, const std::string &device) {
  const auto file =
      valueOf(llvm::object::ObjectFile::createELFObjectFile({image, "image"}));
  const auto &elf = llvm::cast<llvm::object::ELFObjectFileBase>(*file);
  return llvm::offloading::amdgpu::isImageCompatibleWithEnv(
      elf.tryGetCPUName().value_or(""), elf.getPlatformFlags(), device);
}

} // namespace

TEST_CASE("LLVM's runtime finds every kernel of an image", "[amdgpu][image]") {
  for (unsigned version : {4U, 5U, 6U}) {
    CAPTURE(version);
    const std::string image = imageFor("gfx90a", version);
    llvm::StringMap<AMDGPUKernelMetaData> kernels;
    uint16_t abiVersion = 0;
    CHECK(errorText(llvm::offloading::amdgpu::getAMDGPUMetaDataFromImage(
              {image, "image"}, kernels, abiVersion)) == "");
    CHECK(abiVersion == version - 2);
    REQUIRE(kernels.size() == 3);
    for (const char *name : {"tiled", "sized", "second"}) {
      CAPTURE(name);
      REQUIRE(kernels.contains(name));
      CHECK(kernels[name].WavefrontSize == 64);
      CHECK(kernels[name].PrivateSegmentSize == 0);
    }
    CHECK(kernels["tiled"].GroupSegmentList == 256);
    CHECK(kernels["second"].GroupSegmentList == 0);
    CHECK(kernels["sized"].MaxFlatWorkgroupSize == 256);
  }
}

TEST_CASE("LLVM's runtime takes an image for the devices of its target ID",
          "[amdgpu][image]") {
  const std::string open = imageFor("gfx90a", 5);
  CHECK(runsOn(open, "gfx90a"));
  CHECK(runsOn(open, "gfx90a:sramecc+:xnack-"));
  CHECK(runsOn(open, "gfx90a:sramecc-:xnack+"));
  CHECK_FALSE(runsOn(open, "gfx942"));

  const std::string fixed = imageFor("gfx90a:sramecc+:xnack-", 6);
  CHECK(runsOn(fixed, "gfx90a:sramecc+:xnack-"));
  CHECK_FALSE(runsOn(fixed, "gfx90a:sramecc+:xnack+"));
  CHECK_FALSE(runsOn(fixed, "gfx90a:sramecc-:xnack-"));

  const std::string other = imageFor("gfx1030", 4);
  CHECK(runsOn(other, "gfx1030"));
  CHECK_FALSE(runsOn(other, "gfx1031"));
}
