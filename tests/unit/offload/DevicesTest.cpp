// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Devices.h"

#include "offload/Bundle.h"
#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

const std::string amd = "target triple = \"amdgcn-amd-amdhsa\"\n";

/// Reads the files of a link and says which devices it is for.
struct Choice {
  Choice &bitcodeFile(const std::string &name, const std::string &ir) {
    writeFile(name, bitcode(ir));
    config.inputs.push_back({InputArg::Kind::File, name, false});
    return *this;
  }

  /// A bundle with \p ir once for each of \p archs.
  Choice &bundle(const std::string &name, const std::string &ir,
                 const std::string &triple, const Strings &archs) {
    std::vector<DeviceImage> images;
    for (const std::string &arch : archs) {
      DeviceImage image;
      image.kind = llvm::object::IMG_Bitcode;
      image.triple = triple;
      image.arch = arch;
      image.bytes = bitcode(ir);
      images.push_back(std::move(image));
    }
    writeFile(name, makeBundle(images, llvm::object::OFK_OpenMP));
    config.inputs.push_back({InputArg::Kind::File, name, false});
    return *this;
  }

  void read() {
    Messages messages;
    inputs = readInputs(config, messages.diag);
    REQUIRE(messages.text() == "");
  }

  /// "triple processor [tag]" for each device.
  Strings devices() {
    read();
    Strings texts;
    for (const Device &device : valueOf(chooseDevices(config, *inputs)))
      texts.push_back(device.triple.str() + " " + device.cpu +
                      (device.tag.empty() ? "" : " [" + device.tag + "]"));
    return texts;
  }

  std::string error() {
    read();
    return errorText(chooseDevices(config, *inputs));
  }

  TempFolder folder;
  Config config;
  std::unique_ptr<Inputs> inputs;
};

} // namespace

TEST_CASE("without inputs that are linked there is no device", "[devices]") {
  Choice choice;
  choice.config.offloadArchs = {"sm_80"};
  CHECK(choice.devices().empty());
}

TEST_CASE("the only device is the one that is asked for, or the inputs'",
          "[devices]") {
  Choice choice;
  choice.bitcodeFile("k.bc", nvptx);
  CHECK(choice.devices() == Strings{"nvptx64-nvidia-cuda "});
  choice.config.targetCpu = "sm_80";
  CHECK(choice.devices() == Strings{"nvptx64-nvidia-cuda sm_80"});
  choice.config.targetTriple = "amdgcn-amd-amdhsa";
  choice.config.targetCpu = "gfx90a";
  CHECK(choice.devices() == Strings{"amdgcn-amd-amdhsa gfx90a"});
}

TEST_CASE("each processor is one device of its vendor's target", "[devices]") {
  Choice choice;
  choice.bitcodeFile("k.bc", nvptx);
  choice.config.offloadArchs = {"gfx90a:xnack+", "sm_90a", "znver4"};
  CHECK(choice.devices() == Strings{"amdgcn-amd-amdhsa gfx90a:xnack+",
                                    "nvptx64-nvidia-cuda sm_90a",
                                    "x86_64-unknown-linux-gnu znver4"});
}

TEST_CASE("a processor that the target lacks is an error that names both",
          "[devices]") {
  Choice choice;
  choice.bitcodeFile("k.bc", nvptx);
  choice.config.targetTriple = "nvptx64-nvidia-cuda";
  choice.config.offloadArchs = {"sm_80"};
  CHECK(choice.error() == "");
  choice.config.offloadArchs = {"sm_80", "gfx90a"};
  CHECK(contains(choice.error(), "gfx90a"));
  CHECK(contains(choice.error(), "nvptx64-nvidia-cuda"));
}

TEST_CASE("a bundle names its devices", "[devices]") {
  Choice choice;
  choice.bundle("a", nvptx, "nvptx64-nvidia-cuda", {"sm_80", "sm_90"})
      .bundle("b", amd, "amdgcn-amd-amdhsa", {"gfx90a"})
      .bundle("c", nvptx, "nvptx64-nvidia-cuda", {"sm_80"});
  CHECK(choice.devices() == Strings{"nvptx64-nvidia-cuda sm_80 [sm_80]",
                                    "nvptx64-nvidia-cuda sm_90 [sm_90]",
                                    "amdgcn-amd-amdhsa gfx90a [gfx90a]"});
}

TEST_CASE("a processor takes the code that names it, or that leaves open what "
          "it fixes",
          "[devices]") {
  Choice choice;
  choice.bundle("a", amd, "amdgcn-amd-amdhsa",
                {"gfx90a", "gfx90a:xnack+", "gfx942"});
  choice.config.offloadArchs = {"gfx90a:xnack+", "gfx90a", "gfx90a:xnack-",
                                "gfx942:sramecc+"};
  CHECK(choice.devices() ==
        Strings{"amdgcn-amd-amdhsa gfx90a:xnack+ [gfx90a:xnack+]",
                "amdgcn-amd-amdhsa gfx90a [gfx90a]",
                "amdgcn-amd-amdhsa gfx90a:xnack- [gfx90a]",
                "amdgcn-amd-amdhsa gfx942:sramecc+ [gfx942]"});
}

TEST_CASE("code for a setting is not taken where the setting is open",
          "[devices]") {
  Choice choice;
  choice.bundle("a", amd, "amdgcn-amd-amdhsa",
                {"gfx90a:xnack+", "gfx90a:xnack-"});
  choice.config.offloadArchs = {"gfx90a"};
  choice.read();
  llvm::Expected<std::vector<Device>> devices =
      chooseDevices(choice.config, *choice.inputs);
  if (devices)
    for (const Device &device : *devices)
      CHECK(device.tag == "");
  else
    CHECK(contains(llvm::toString(devices.takeError()), "gfx90a"));
}
