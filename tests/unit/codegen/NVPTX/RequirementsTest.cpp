// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Requirements.h"

#include "codegen/NVPTX/Processor.h"

#include "support/Catch.h"

using namespace llbc::nvptx;

TEST_CASE("a processor has a number and a suffix", "[nvptx][needs]") {
  CHECK(parseProcessor("sm_90a").version == 90);
  CHECK(parseProcessor("sm_90a").suffix == "a");
  CHECK(parseProcessor("sm_100").version == 100);
  CHECK(parseProcessor("sm_100").suffix.empty());
  for (llvm::StringRef name : {"", "sm_", "gfx90a", "90"})
    CHECK(parseProcessor(name).version == 0);
}

TEST_CASE("the suffix says which GPUs can run the code", "[nvptx][needs]") {
  CHECK(describeProcessor("sm_80") == "sm_80 or newer");
  CHECK(describeProcessor("sm_90a") == "exactly sm_90a");
  CHECK(describeProcessor("sm_100f") == "the sm_100 family");
}

TEST_CASE("an ISA comes with the first CUDA release and driver that know it",
          "[nvptx][needs]") {
  auto needs = [](const std::string &version) {
    return describeRequirements(".version " + version + "\n.target sm_80\n");
  };
  CHECK(needs("7.8") == "the PTX needs sm_80 or newer, PTX ISA 7.8 (CUDA 11.8, "
                        "driver 520.61.05 or newer)");
  CHECK(needs("9.0") == "the PTX needs sm_80 or newer, PTX ISA 9.0 (CUDA 13.0, "
                        "driver 580.65.06 or newer)");
  CHECK(needs("9.7") == "the PTX needs sm_80 or newer, PTX ISA 9.7");
}
